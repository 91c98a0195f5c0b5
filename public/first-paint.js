/*
 * Runs before the first paint, so that a light theme does not flash dark. The device's database holds the
 * choice, but it answers too late for the first paint; localStorage keeps a mirror of just this one word.
 */
(function () {
  var choice = 'dark';
  try {
    choice = localStorage.getItem('kiln-color-scheme') || 'dark';
  } catch (error) {
    // Storage may be forbidden; dark is the default anyway.
  }
  var asked = new URLSearchParams(location.search).get('mode');
  if (asked === 'auto' || asked === 'dark' || asked === 'light') choice = asked;
  var light =
    choice === 'light' ||
    (choice === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  var root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', light ? 'light' : 'dark');
  root.style.backgroundColor = light ? '#f6f1e8' : '#15100c';
  var bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute('content', light ? '#f6f1e8' : '#15100c');
})();
