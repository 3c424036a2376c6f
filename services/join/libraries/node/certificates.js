'use strict';
// TLS with the files that SALAATFLOW_TLS_CERT, SALAATFLOW_TLS_KEY and SALAATFLOW_TLS_CA name, which are read again every second: new
// connections are made with what stands there then.

const fs = require('node:fs');
const grpc = require('@grpc/grpc-js');

const variables = ['SALAATFLOW_TLS_CERT', 'SALAATFLOW_TLS_KEY', 'SALAATFLOW_TLS_CA'];

// credentials returns those to serve with (inbound) and to call with (outbound), whether they are secured, and a promise that the files
// have been read (ready).
function credentials() {
  const files = variables.map((name) => process.env[name]);
  if (!files.some(Boolean)) {
    return {
      inbound: grpc.ServerCredentials.createInsecure(), outbound: grpc.credentials.createInsecure(),
      secured: false, ready: Promise.resolve(),
    };
  }
  files.forEach((file, i) => {
    if (!file) throw new Error(`${variables[i]} is missing: TLS needs ${variables.join(', ')}`);
    fs.accessSync(file, fs.constants.R_OK);
  });
  const [certificateFile, privateKeyFile, caCertificateFile] = files;
  const watched = new grpc.experimental.FileWatcherCertificateProvider({
    certificateFile, privateKeyFile, caCertificateFile, refreshIntervalMs: 1000,
  });
  return {
    inbound: grpc.experimental.createCertificateProviderServerCredentials(watched, watched, true),
    outbound: grpc.experimental.createCertificateProviderChannelCredentials(watched, watched),
    secured: true,
    ready: new Promise((resolve) => { watched.addIdentityCertificateListener(resolve); }),
  };
}

module.exports = { credentials };
