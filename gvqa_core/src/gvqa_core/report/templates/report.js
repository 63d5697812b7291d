(function () {
  "use strict";
  document.documentElement.classList.add("js");
  var cards = Array.prototype.slice.call(document.querySelectorAll(".card"));
  var buttons = Array.prototype.slice.call(document.querySelectorAll("[data-show]"));

  // A picture that the page has shown before is not in it twice.
  document.querySelectorAll("img[data-same]").forEach(function (image) {
    image.src = document.getElementById(image.dataset.same).src;
  });

  function shown(card) { return !card.hidden; }

  function go(step, wanted) {
    var here = cards.indexOf(document.activeElement && document.activeElement.closest(".card"));
    var i = here < 0 && step < 0 ? cards.length : here;
    for (i += step; i >= 0 && i < cards.length; i += step) {
      if (shown(cards[i]) && (!wanted || cards[i].classList.contains(wanted))) {
        cards[i].focus({ preventScroll: true });
        cards[i].scrollIntoView({ block: "start" });
        return;
      }
    }
  }

  function show(kind) {
    var any = false;
    cards.forEach(function (card) {
      card.hidden = kind !== "all" && !card.classList.contains(kind);
      any = any || !card.hidden;
    });
    buttons.forEach(function (button) {
      button.setAttribute("aria-pressed", String(button.dataset.show === kind));
    });
    document.querySelector(".none").hidden = any;
  }

  buttons.forEach(function (button) {
    button.addEventListener("click", function () { show(button.dataset.show); });
  });

  document.addEventListener("click", function (event) {
    var how = event.target.closest && event.target.closest('a[href="#how"]');
    if (how) { document.getElementById("how").open = true; }
    var link = event.target.closest && event.target.closest('a[href^="#claim-"]');
    var card = link && document.getElementById(link.getAttribute("href").slice(1));
    if (!card) { return; }
    if (card.hidden) { show("all"); }
    card.focus({ preventScroll: true });
  });

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { return; }
    if (event.key === "j" || event.key === "ArrowRight") { go(1); }
    else if (event.key === "k" || event.key === "ArrowLeft") { go(-1); }
    else if (event.key === "u") { go(1, "unverified"); }
  });

  var opened = [];
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details:not([open])").forEach(function (fold) {
      fold.open = true;
      opened.push(fold);
    });
  });
  window.addEventListener("afterprint", function () {
    opened.splice(0).forEach(function (fold) { fold.open = false; });
  });
})();
