// Adds the calls to the live view as they end, until the reader pauses. Without this script the page shows the latest ones.
(() => {
  "use strict";
  const list = document.getElementById("calls"), pattern = document.getElementById("call"), pause = document.getElementById("live-pause");
  if (!list || !window.EventSource) return;
  const most = 50;
  let paused = false;
  let held = [];
  const show = (call) => {
    const row = pattern.content.cloneNode(true), cells = row.querySelectorAll("td");
    const text = [call.time.slice(11, 23), call.operation, call.door, call.caller ?? "", call.result, (call.latency_us / 1000).toFixed(1) + " ms"];
    cells.forEach((cell, at) => { (cell.firstElementChild || cell).textContent = text[at]; });
    row.querySelector(".tag").classList.add(call.result === "OK" ? "grade" : "bad");
    list.prepend(row);
    while (list.children.length > most) list.lastElementChild.remove();
    document.getElementById("live-none")?.remove();
  };
  const source = new EventSource(list.dataset.events);
  source.addEventListener("call", (event) => {
    const call = JSON.parse(event.data);
    if (!paused) return show(call);
    held.push(call);
    held = held.slice(-most);
  });
  window.addEventListener("pagehide", () => source.close());
  pause.hidden = false;
  pause.addEventListener("click", () => {
    paused = !paused;
    pause.textContent = paused ? pause.dataset.go : pause.dataset.pause;
    held.forEach(show);
    held = [];
  });
})();
