/*
 * Says why the app has not started, in browsers too old to read it: so it is ES5, a file of its own, and copied by the build as it
 * stands. The words are those of the page's `noscript`. They go again should the app start after all.
 */
(function () {
  var PATIENCE_MS = 20000;
  var EVERY_MS = 500;
  var hasFailed = false;
  var loadedAt = 0;
  var shown = [];
  var timer = setInterval(look, EVERY_MS);

  window.addEventListener('error', function (event) {
    // A file that did not come is the network's fault, and is no error of the window itself.
    if (event.target === window) hasFailed = true;
  });
  window.addEventListener('unhandledrejection', function (event) {
    if (navigator.onLine && event.reason instanceof Error) hasFailed = true;
  });

  function look() {
    if (document.documentElement.hasAttribute('data-started')) return end();
    if (document.readyState === 'complete' && loadedAt === 0) loadedAt = Date.now();
    var isLate = loadedAt > 0 && Date.now() - loadedAt > PATIENCE_MS;
    if ((hasFailed || isLate) && shown.length === 0) tell();
  }

  function tell() {
    var words = document.getElementById('not-started');
    if (!words || !document.body) return;
    var style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = '/not-started.css';
    var note = document.createElement('p');
    note.className = 'not-started';
    note.setAttribute('role', 'alert');
    note.appendChild(document.createTextNode(words.textContent.replace(/<[^>]*>/g, '')));
    document.head.appendChild(style);
    document.body.insertBefore(note, document.body.firstChild);
    shown = [style, note];
  }

  function end() {
    clearInterval(timer);
    for (var i = 0; i < shown.length; i += 1) shown[i].parentNode.removeChild(shown[i]);
  }
})();
