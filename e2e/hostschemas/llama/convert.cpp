// Has llama.cpp's own converter make a grammar of each JSON Schema that is named, and its own parser read that, as its server does for
// the tools of a request. It prints a line for each file: the name, a tab, and "ok" or what was wrong. Each is tried in a process of its
// own, since what is tried may crash. It is compiled with the sources of a release of llama.cpp: see tools/llama-converter.
#include "json-schema-to-grammar.h"
#include "llama-grammar.h"

#if __has_include("json.h")
using json = common_json;
#else
#include <nlohmann/json.hpp>
using json = nlohmann::ordered_json;
#endif

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

// What the converter takes from files which need all of llama.cpp.
int LLAMA_BUILD_NUMBER = 0;
const char * LLAMA_COMMIT = "";
const char * LLAMA_COMPILER = "";
const char * LLAMA_BUILD_TARGET = "";

std::string string_join(const std::vector<std::string> & values, const std::string & separator) {
    std::string joined;
    for (size_t i = 0; i < values.size(); i++) {
        joined += (i > 0 ? separator : "") + values[i];
    }
    return joined;
}

std::vector<std::string> string_split(const std::string & text, const std::string & separator) {
    std::vector<std::string> parts;
    size_t from = 0, to;
    while ((to = text.find(separator, from)) != std::string::npos) {
        parts.push_back(text.substr(from, to - from));
        from = to + separator.size();
    }
    parts.push_back(text.substr(from));
    return parts;
}

std::string string_repeat(const std::string & text, size_t times) {
    std::string repeated;
    while (times-- > 0) {
        repeated += text;
    }
    return repeated;
}

extern "C" void ggml_abort(const char * file, int line, const char *, ...) {
    std::cerr << "abort at " << file << ":" << line << std::endl;
    abort();
}

static int convert(const char * path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    try {
        const std::string grammar = json_schema_to_grammar(json::parse(text.str()));
        llama_grammar_parser parser;
        if (!parser.parse(grammar.c_str())) {
            std::cout << "its parser refuses the grammar" << std::endl;
            return 1;
        }
        if (parser.symbol_ids.find("root") == parser.symbol_ids.end()) {
            std::cout << "the grammar has no root" << std::endl;
            return 1;
        }
    } catch (const std::exception & wrong) {
        std::string said = wrong.what();
        std::cout << said.substr(0, said.find('\n', said.find('\n') + 1)) << std::endl;
        return 1;
    }
    return 0;
}

int main(int count, char ** paths) {
    for (int i = 1; i < count; i++) {
        std::cout << paths[i] << "\t" << std::flush;
        const pid_t child = fork();
        if (child == 0) {
            const rlimit none = {0, 0}, seconds = {20, 20};
            setrlimit(RLIMIT_CORE, &none);
            setrlimit(RLIMIT_CPU, &seconds);
            const int code = convert(paths[i]);
            std::cout << std::flush;
            _exit(code);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) {
            std::cout << "crashed by signal " << WTERMSIG(status) << std::endl;
        } else if (WEXITSTATUS(status) == 0) {
            std::cout << "ok" << std::endl;
        }
    }
}
