"use strict";
// The page works without this: here are keys and times in the reader's own way.
(() => {
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const t of document.querySelectorAll("time")) {
    const at = new Date(t.dateTime);
    if (isNaN(at)) continue;
    const seconds = (at - Date.now()) / 1000;
    const [unit, size] = units.find(([, s]) => Math.abs(seconds) >= s) || ["second", 1];
    t.title = at.toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" });
    t.textContent = Math.abs(seconds) < 45 ? "just now" : relative.format(Math.round(seconds / size), unit);
  }
  for (const img of document.querySelectorAll(".sheet img")) {
    img.addEventListener("error", () => {
      const p = document.createElement("p");
      p.className = "nothing";
      p.textContent = "This picture cannot be drawn any more: something that the request names has changed.";
      img.replaceWith(p);
    });
  }
  const byId = (id) => document.getElementById(id);
  const dialog = byId("keyboard");
  const help = byId("help");
  if (help) {
    help.hidden = false;
    help.addEventListener("click", () => dialog.showModal());
  }
  const form = byId("decision");
  if (form) {
    form.addEventListener("submit", (e) => {
      if (form.dataset.sent) return e.preventDefault();
      form.dataset.sent = "yes";
    });
    window.addEventListener("pageshow", () => delete form.dataset.sent);
  }
  const keys = {
    a: () => byId("approve")?.focus(),
    r: () => byId("reject")?.focus(),
    c: () => byId("comment")?.focus(),
    d: () => document.querySelector(".story")?.scrollIntoView({ behavior: "smooth" }),
    l: () => location.assign("/review/"),
    "?": () => dialog?.showModal(),
  };
  document.addEventListener("keydown", (e) => {
    const typing = e.target.matches("input, textarea");
    if (typing && e.key === "Escape") e.target.blur();
    if (typing || e.ctrlKey || e.metaKey || e.altKey || dialog?.open) return;
    const act = keys[e.key.toLowerCase()];
    if (!act) return;
    e.preventDefault();
    act();
  });
})();
