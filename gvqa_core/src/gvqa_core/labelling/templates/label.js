"use strict";
const $ = id => document.getElementById(id);
let state, at = 0;

const item = () => state.items[at];
const labelled = i => state.labels[i.id] !== undefined;
const characters = text => Array.from(text).length;

function show() {
  const done = state.items.filter(labelled).length;
  $("bar").max = Math.max(1, state.items.length);
  $("bar").value = done;
  $("count").textContent = `${done} of ${state.items.length} labelled`;
  $("item").hidden = state.items.length === 0;
  if (state.items.length === 0) { return; }
  $("place").textContent = `${at + 1} of ${state.items.length}`;
  $("context").textContent = item().context;
  $("text").textContent = item().text;
  $("figure").hidden = !item().picture;
  if (item().picture) {
    $("picture").src = `picture/${at}`;
    $("picture").alt = item().alt;
    $("caption").textContent = item().alt;
  }
  for (const button of $("choices").children) {
    const chosen = state.labels[item().id] === button.value;
    button.setAttribute("aria-pressed", String(chosen));
  }
  showSpans();
}

function showSpans() {
  const spans = state.kind === "spans" ? state.labels[item().id] || [] : [];
  const text = Array.from(item().text);
  $("spans").hidden = state.kind !== "spans";
  $("spans").replaceChildren(...spans.map((span, n) => {
    const row = document.createElement("li"), button = document.createElement("button");
    const name = state.choices.find(c => c.value === span.value).name;
    row.append(`${name}: “${text.slice(span.start, span.end).join("")}” `);
    button.type = "button";
    button.textContent = "Remove";
    button.addEventListener("click", () => save(spans.filter((_, m) => m !== n)));
    row.append(button);
    return row;
  }));
}

function go(to) {
  at = Math.min(Math.max(to, 0), Math.max(0, state.items.length - 1));
  say("");
  show();
}

function open() {
  const order = state.items.map((_, n) => (at + 1 + n) % state.items.length);
  const next = order.find(n => !labelled(state.items[n]));
  if (next === undefined) { say("Everything is labelled."); } else { go(next); }
}

function say(text, bad = false) {
  $("status").textContent = text;
  $("status").className = bad ? "bad" : "";
}

// One request after the other, so that the last label given is the last one kept.
let queue = Promise.resolve();
function save(label) {
  const id = item().id;
  queue = queue.then(() => send(id, label));
  return queue;
}

async function send(id, label) {
  let why = "the command is no longer running";
  try {
    const answer = await fetch("label", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id, label }),
    });
    if (answer.ok) {
      if (label === null) { delete state.labels[id]; } else { state.labels[id] = label; }
      show();
      say("");
      if (state.kind === "choice" && label !== null && item().id === id) { open(); }
      if ($("status").textContent === "") { say("Saved."); }
      return;
    }
    why = (await answer.json()).error;
  } catch { /* said below */ }
  say(`Not saved: ${why}.`, true);
}

function selected() {
  const selection = getSelection(), text = $("text").firstChild;
  if (selection.rangeCount === 0 || selection.isCollapsed || !text) { return null; }
  const range = selection.getRangeAt(0);
  if (range.startContainer !== text || range.endContainer !== text) { return null; }
  return {
    start: characters(text.data.slice(0, range.startOffset)),
    end: characters(text.data.slice(0, range.endOffset)),
  };
}

function choose(value) {
  if (state.kind === "choice") { save(value); return; }
  const part = selected();
  if (part === null) { say("Select a part of the text first."); return; }
  getSelection().removeAllRanges();
  save([...(state.labels[item().id] || []), { ...part, value }]);
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state || state.items.length === 0) { return; }
  const choice = state.choices.find(c => c.key === event.key.toLowerCase());
  if (choice) { choose(choice.value); }
  else if (event.key === "ArrowRight") { go(at + 1); }
  else if (event.key === "ArrowLeft") { go(at - 1); }
  else if (event.key === "n") { open(); }
  else if (event.key === "Backspace") { save(null); }
  else { return; }
  event.preventDefault();
});

async function begin() {
  state = await (await fetch("state")).json();
  document.title = state.title;
  $("title").textContent = state.title;
  $("guide").textContent = state.guide;
  $("choices").append(...state.choices.map(choice => {
    const button = document.createElement("button");
    button.type = "button";
    button.value = choice.value;
    button.textContent = `${choice.name} (${choice.key})`;
    button.addEventListener("mousedown", event => event.preventDefault());  // keeps the selection
    button.addEventListener("click", () => choose(choice.value));
    return button;
  }));
  $("back").addEventListener("click", () => go(at - 1));
  $("next").addEventListener("click", () => go(at + 1));
  $("open").addEventListener("click", open);
  $("clear").addEventListener("click", () => save(null));
  const first = state.items.findIndex(i => !labelled(i));
  go(Math.max(first, 0));
  if (state.items.length === 0) { say("There is nothing to label."); }
}
begin();
