/* Shows the works of an archive of Kiln. It is read from the archive's folder, without a network and without Kiln. */
'use strict';

(() => {
  const isChinese = navigator.language.toLowerCase().startsWith('zh');
  const locale = isChinese ? 'zh-CN' : 'en';
  const words = isChinese
    ? {
        search: '搜索提示词',
        albums: '相册和标签',
        everything: '全部作品',
        wall: '作品',
        nothing: '没有找到',
        empty: '这里没有作品',
        previous: '上一个',
        next: '下一个',
        close: '关闭',
        copy: '复制提示词',
        copied: '已复制',
        prompt: '提示词',
        negative: '反向提示词',
        tool: '工具',
        model: '模型',
        seed: '种子',
        size: '尺寸',
        created: '时间',
        rating: '评分',
        favourite: '收藏',
        yes: '是',
        file: '文件',
        sources: '原图',
        untitled: '无提示词',
        film: '视频',
        sound: '音频',
        solid: '三维',
        count: (number) => `${number} 件作品`,
        place: (at, of) => `第 ${at} 件，共 ${of} 件`,
      }
    : {
        search: 'Search prompts',
        albums: 'Albums and tags',
        everything: 'All works',
        wall: 'Works',
        nothing: 'Nothing found',
        empty: 'There are no works here',
        previous: 'Previous',
        next: 'Next',
        close: 'Close',
        copy: 'Copy prompt',
        copied: 'Copied',
        prompt: 'Prompt',
        negative: 'Negative prompt',
        tool: 'Tool',
        model: 'Model',
        seed: 'Seed',
        size: 'Size',
        created: 'Created',
        rating: 'Rating',
        favourite: 'Favourite',
        yes: 'yes',
        file: 'File',
        sources: 'Made from',
        untitled: 'No prompt',
        film: 'Video',
        sound: 'Audio',
        solid: '3D',
        count: (number) => (number === '1' ? '1 work' : `${number} works`),
        place: (at, of) => `${at} of ${of}`,
      };
  const number = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const element = (id) => document.getElementById(id);
  const [search, choice, count, wall, nothing, details] = [
    'search',
    'albums',
    'count',
    'wall',
    'nothing',
    'details',
  ].map(element);

  const fold = (text) => text.normalize('NFKC').toLowerCase();
  const all = (globalThis.kilnWorks || [])
    .map((work) => ({ work, text: fold(work.prompt) }))
    .sort((left, right) => (left.work.created < right.work.created ? 1 : -1));
  const albums = (globalThis.kilnAlbums || []).map(({ name, kind, workIds }) => ({
    name: kind === 'tag' ? `#${name}` : name,
    ids: new Set(workIds),
  }));
  /** What is shown, the newest first. */
  let shown = all.map(({ work }) => work);
  /** Place in `shown` of the tile that the keyboard is on. */
  let current = 0;
  let grid = { columns: 1, side: 1, step: 1 };
  /** Tiles that are on the page, by their places. */
  const tiles = new Map();

  // Names of files hold spaces, quotes and signs that mean something in an address.
  const address = (path) => path.split('/').map(encodeURIComponent).join('/');
  const kindOf = ({ media_type }) => media_type.split('/')[0];
  const titleOf = (work) => work.prompt.trim() || words.untitled;

  function make(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function previewOf(work) {
    const kind = kindOf(work);
    if (kind === 'image') {
      return [
        make('img', { src: address(work.file), alt: '', loading: 'lazy', decoding: 'async' }),
      ];
    }
    const label = { video: words.film, audio: words.sound, model: words.solid }[kind];
    const name = label ? [make('small', {}, label)] : [];
    if (kind !== 'video') return [make('span', {}, titleOf(work)), ...name];
    return [
      make('video', {
        src: `${address(work.file)}#t=0.1`,
        preload: 'metadata',
        muted: true,
        tabIndex: -1,
      }),
      ...name,
    ];
  }

  function tileAt(at) {
    const work = shown[at];
    const button = make('button', { type: 'button', ariaLabel: titleOf(work) }, ...previewOf(work));
    button.tabIndex = at === current ? 0 : -1;
    button.addEventListener('click', () => open(at));
    button.addEventListener('focus', () => {
      tiles.get(current)?.firstChild.setAttribute('tabindex', '-1');
      current = at;
      button.tabIndex = 0;
    });
    const tile = make('div', {}, button);
    tile.setAttribute('role', 'listitem');
    tile.setAttribute('aria-setsize', String(shown.length));
    tile.setAttribute('aria-posinset', String(at + 1));
    return tile;
  }

  function place(tile, at) {
    const { columns, side, step } = grid;
    tile.style.width = `${side}px`;
    tile.style.height = `${side}px`;
    tile.style.left = `${(at % columns) * step}px`;
    tile.style.top = `${Math.floor(at / columns) * step}px`;
  }

  /** Puts the tiles there that are on the screen, or nearly, and takes away the others. */
  function draw() {
    const { columns, step } = grid;
    const top = -wall.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor((top - innerHeight / 2) / step)) * columns;
    const last = Math.min(
      shown.length,
      (Math.ceil((top + innerHeight * 1.5) / step) + 1) * columns,
    );
    for (const [at, tile] of tiles) {
      const isFocused = tile.contains(document.activeElement);
      if ((at >= first && at < last) || isFocused) continue;
      tile.remove();
      tiles.delete(at);
    }
    for (let at = first; at < last; at += 1) {
      if (tiles.has(at)) continue;
      const tile = tileAt(at);
      place(tile, at);
      tiles.set(at, tile);
      // In their order, for those who go from one to the next.
      let after = null;
      for (const other of wall.children) {
        if (Number(other.getAttribute('aria-posinset')) > at + 1) {
          after = other;
          break;
        }
      }
      wall.insertBefore(tile, after);
    }
  }

  function measure() {
    const gap = 6;
    const width = wall.clientWidth;
    const columns = Math.max(2, Math.floor((width + gap) / (width < 600 ? 124 : 204)));
    const side = (width - gap * (columns - 1)) / columns;
    grid = { columns, side, step: side + gap };
    wall.style.height = `${Math.ceil(shown.length / columns) * grid.step}px`;
    for (const [at, tile] of tiles) place(tile, at);
    draw();
  }

  function show(works) {
    shown = works;
    current = 0;
    for (const tile of tiles.values()) tile.remove();
    tiles.clear();
    count.textContent = words.count(number.format(works.length));
    nothing.hidden = works.length > 0;
    nothing.textContent = all.length === 0 ? words.empty : words.nothing;
    measure();
  }

  function find() {
    const wanted = fold(search.value).split(/\s+/).filter(Boolean);
    const within = choice.value === '' ? null : albums[Number(choice.value)];
    const found = all.filter(
      ({ work, text }) =>
        wanted.every((word) => text.includes(word)) && (!within || within.ids.has(work.id)),
    );
    scrollTo(0, 0);
    show(found.map(({ work }) => work));
  }

  function focusTile(at) {
    if (at < 0 || at >= shown.length) return;
    const { columns, step } = grid;
    const top = wall.getBoundingClientRect().top + scrollY + Math.floor(at / columns) * step;
    const bar = document.querySelector('header').offsetHeight;
    if (top < scrollY + bar) scrollTo(0, top - bar - 8);
    else if (top + step > scrollY + innerHeight) scrollTo(0, top + step - innerHeight + 8);
    draw();
    tiles.get(at)?.firstChild.focus({ preventScroll: true });
  }

  function mediaOf(work) {
    const src = address(work.file);
    const kind = kindOf(work);
    if (kind === 'image') return make('img', { src, alt: titleOf(work) });
    if (kind === 'video')
      return make('video', { src, controls: true, loop: true, ariaLabel: titleOf(work) });
    if (kind === 'audio') return make('audio', { src, controls: true, ariaLabel: titleOf(work) });
    return make('a', { href: src }, work.file.split('/').pop());
  }

  const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

  function rowsOf(work) {
    const model = (work.model_name && work.model_name[isChinese ? 'cn' : 'en']) || work.model;
    const known = [
      [words.tool, work.tool],
      [words.model, model],
      [words.seed, work.seed],
      [words.size, work.width > 0 ? `${work.width} × ${work.height}` : ''],
      [words.created, time.format(new Date(work.created))],
      [words.rating, '★'.repeat(work.rating)],
      [words.favourite, work.favourite ? words.yes : ''],
    ];
    const said = ['prompt', 'negative_prompt', 'seed', 'width', 'height'];
    const others = Object.entries(work.parameters).filter(([name]) => !said.includes(name));
    return [...known, ...others]
      .map(([name, value]) => [name, textOf(value)])
      .filter(([, text]) => text !== '' && text !== 'null' && text !== '[]');
  }

  function copyButton(work) {
    const button = make('button', { type: 'button' }, words.copy);
    button.addEventListener('click', async () => {
      // Opened from a folder, a page has no clipboard in some browsers.
      if (navigator.clipboard) await navigator.clipboard.writeText(work.prompt);
      else {
        const field = make('textarea', { value: work.prompt });
        details.append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
        button.focus();
      }
      button.textContent = words.copied;
    });
    return button;
  }

  function fill(at) {
    const work = shown[at];
    details.ariaLabel = titleOf(work);
    element('place').textContent = words.place(number.format(at + 1), number.format(shown.length));
    element('previous').disabled = at === 0;
    element('next').disabled = at === shown.length - 1;
    element('media').replaceChildren(mediaOf(work));
    const link = (path) => make('p', {}, make('a', { href: address(path) }, path.split('/').pop()));
    const files = work.sources.flatMap(({ file }) => (file ? [link(file)] : []));
    const table = make('table');
    for (const [name, text] of rowsOf(work)) {
      table.append(make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, text)));
    }
    const article = element('words');
    article.replaceChildren(
      make('h2', {}, words.prompt),
      make('p', {}, titleOf(work)),
      copyButton(work),
    );
    if (work.negative_prompt) {
      article.append(make('h2', {}, words.negative), make('p', {}, work.negative_prompt));
    }
    article.append(table, make('h2', {}, words.file), link(work.file));
    if (files.length > 0) article.append(make('h2', {}, words.sources), ...files);
    article.scrollTop = 0;
  }

  function open(at) {
    current = at;
    fill(at);
    history.replaceState(null, '', `#${shown[at].id}`);
    if (!details.open) details.showModal();
  }

  function go(by) {
    const at = current + by;
    if (at >= 0 && at < shown.length) open(at);
  }

  details.addEventListener('close', () => {
    // What plays would go on unseen.
    element('media').replaceChildren();
    history.replaceState(null, '', '#');
    focusTile(current);
  });
  details.addEventListener('keydown', (event) => {
    // In a player, arrows are its own.
    if (event.target.closest('video, audio')) return;
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
  });
  wall.addEventListener('keydown', (event) => {
    const by = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -grid.columns,
      ArrowDown: grid.columns,
      Home: -current,
      End: shown.length - 1 - current,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    focusTile(current + by);
  });
  for (const [id, by] of [
    ['previous', -1],
    ['next', 1],
  ]) {
    element(id).ariaLabel = words[id];
    element(id).addEventListener('click', () => go(by));
  }
  element('close').ariaLabel = words.close;
  element('close').addEventListener('click', () => details.close());
  search.placeholder = words.search;
  search.ariaLabel = words.search;
  search.addEventListener('input', find);
  choice.ariaLabel = words.albums;
  choice.hidden = albums.length === 0;
  choice.append(
    make('option', { value: '' }, words.everything),
    ...albums.map(({ name }, at) => make('option', { value: String(at) }, name)),
  );
  choice.addEventListener('change', find);
  wall.ariaLabel = words.wall;
  document.documentElement.lang = locale;
  document.title = `Kiln 窑 · ${words.count(number.format(all.length))}`;
  addEventListener('scroll', () => requestAnimationFrame(draw), { passive: true });
  new ResizeObserver(measure).observe(wall);
  show(shown);
  const asked = shown.findIndex(({ id }) => `#${id}` === location.hash);
  if (asked >= 0) open(asked);
})();
