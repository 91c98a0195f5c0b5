/** Elements that only draw: no script, no style sheet, no animation, no link, nothing from elsewhere. */
const elements: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
]);

const attributes: ReadonlySet<string> = new Set(
  `xmlns width height viewBox preserveAspectRatio id d x y x1 y1 x2 y2 cx cy r rx ry fx fy points
  transform gradientTransform gradientUnits spreadMethod offset stop-color stop-opacity fill
  fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-dasharray stroke-dashoffset opacity clip-path clip-rule clipPathUnits mask
  maskUnits`.split(/\s+/),
);

const svgNamespace = 'http://www.w3.org/2000/svg';

function isPlainAttribute(name: string, value: string): boolean {
  if (!attributes.has(name)) return false;
  if (name === 'xmlns') return value === svgNamespace;
  // References stay within the file; entities could spell what is refused here.
  return !/[&<]/.test(value) && !/url\s*\((?!\s*#)/i.test(value) && !/[:\\]/.test(value);
}

/**
 * Whether an SVG is a drawing and nothing else, so that no viewer can make it run or fetch something: a closed
 * list of elements and attributes, no entities, comments, declarations or processing instructions.
 */
export function isPlainSvg(text: string): boolean {
  const token = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w-]*="[^"]*")*)\s*\/?>|[^<&]+/y;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return false;
    const [, , element, list] = match;
    if (element === undefined) continue;
    if (!elements.has(element)) return false;
    for (const [, name, value] of (list ?? '').matchAll(/([A-Za-z][\w-]*)="([^"]*)"/g)) {
      if (!isPlainAttribute(name!, value!)) return false;
    }
  }
  return text.startsWith('<svg ');
}
