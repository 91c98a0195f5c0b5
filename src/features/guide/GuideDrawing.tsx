import type { ReactNode } from 'react';
import classes from './Guide.module.css';

/** The mouth of a kiln. */
function Arch({ x, y, width, height, glow = 0.5 }: Box & { glow?: number }) {
  const radius = width / 2;
  const outline = `M${x} ${y + height}V${y + radius}a${radius} ${radius} 0 0 1 ${width} 0V${y + height}Z`;
  const lit = height * glow;
  return (
    <>
      <path d={outline} className={classes.wall} />
      <clipPath id={`mouth-${x}-${y}`}>
        <path d={outline} />
      </clipPath>
      <rect
        x={x}
        y={y + height - lit}
        width={width}
        height={lit}
        className={classes.glow}
        clipPath={`url(#mouth-${x}-${y})`}
      />
    </>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A landscape in a frame. */
function Picture({ x, y, width, height, plain = false }: Box & { plain?: boolean }) {
  const foot = y + height;
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx="6" className={classes.sheet} />
      {!plain && (
        <>
          <circle
            cx={x + width * 0.72}
            cy={y + height * 0.3}
            r={height * 0.11}
            className={classes.ember}
          />
          <path
            d={`M${x + 4} ${foot - 6}L${x + width * 0.34} ${y + height * 0.42}L${x + width * 0.56} ${foot - height * 0.3}L${x + width * 0.72} ${y + height * 0.52}L${x + width - 4} ${foot - 6}Z`}
            className={classes.hill}
          />
        </>
      )}
    </g>
  );
}

const Line = ({
  x,
  y,
  width,
  strong,
}: {
  x: number;
  y: number;
  width: number;
  strong?: boolean;
}) => (
  <rect
    x={x}
    y={y}
    width={width}
    height="7"
    rx="3.5"
    className={strong ? classes.ember : classes.line}
  />
);

const drawings = {
  words: (
    <>
      <rect x="30" y="34" width="150" height="112" rx="12" className={classes.sheet} />
      <Line x={48} y={58} width={112} />
      <Line x={48} y={76} width={86} />
      <Line x={48} y={94} width={100} />
      <rect x="48" y="114" width="54" height="16" rx="8" className={classes.ember} />
      <path d="M194 90h26m-9-9l9 9-9 9" className={classes.stroke} />
      <Arch x={234} y={44} width={64} height={102} />
    </>
  ),
  tools: (
    <>
      {[0, 1, 2, 3, 4].flatMap((column) =>
        [0, 1, 2].map((row) => (
          <rect
            key={`${column} ${row}`}
            x={58 + column * 52}
            y={20 + row * 50}
            width="40"
            height="40"
            rx="10"
            className={column === 2 && row === 1 ? classes.ember : classes.sheet}
          />
        )),
      )}
      <path d="M182 82v16m-8-8h16" className={classes.strokeOnEmber} />
      <path d="M70 40h16m36-8v16m44-4l8-12 8 12" className={classes.stroke} />
    </>
  ),
  picture: (
    <>
      <Picture x={42} y={48} width={112} height={84} />
      <path d="M170 90h28m-9-9l9 9-9 9" className={classes.stroke} />
      <Arch x={216} y={36} width={92} height={116} glow={0.34} />
      <rect x="240" y="92" width="44" height="34" rx="4" className={classes.sheet} />
    </>
  ),
  door: (
    <>
      <Arch x={72} y={30} width={104} height={126} glow={0.22} />
      <path d="M88 156V86a36 36 0 0 1 72 0v70Z" className={classes.door} />
      <circle cx="146" cy="122" r="4" className={classes.ember} />
      <circle cx="256" cy="88" r="40" className={classes.sheet} />
      <path d="M256 64v26l17 11" className={classes.stroke} />
    </>
  ),
  offline: (
    <>
      <path
        d="M120 84a26 26 0 0 1 3-52 36 36 0 0 1 68-5 25 25 0 0 1 5 57Z"
        className={classes.sheet}
      />
      <path d="M108 98L214 14" className={classes.slash} />
      {[0, 1, 2].map((row) => (
        <g key={row}>
          <rect
            x="78"
            y={104 + row * 24}
            width="164"
            height="18"
            rx="9"
            className={classes.sheet}
          />
          <circle
            cx="90"
            cy={113 + row * 24}
            r="4"
            className={row === 0 ? classes.ember : classes.line}
          />
          <rect
            x="104"
            y={110 + row * 24}
            width={110 - row * 22}
            height="6"
            rx="3"
            className={classes.line}
          />
        </g>
      ))}
    </>
  ),
  queue: (
    <>
      {[0.85, 0.4, 0].map((share, row) => (
        <g key={share}>
          <rect
            x="52"
            y={22 + row * 50}
            width="216"
            height="40"
            rx="12"
            className={classes.sheet}
          />
          <rect x="62" y={30 + row * 50} width="24" height="24" rx="6" className={classes.hill} />
          <rect x="98" y={44 + row * 50} width="150" height="7" rx="3.5" className={classes.line} />
          <rect
            x="98"
            y={44 + row * 50}
            width={150 * share}
            height="7"
            rx="3.5"
            className={classes.ember}
          />
          <rect
            x="98"
            y={31 + row * 50}
            width={96 - row * 18}
            height="6"
            rx="3"
            className={classes.line}
          />
        </g>
      ))}
    </>
  ),
  further: (
    <>
      <Picture x={84} y={26} width={152} height={128} />
      <path d="M160 26v128" className={classes.slash} />
      <rect x="84" y="26" width="76" height="128" rx="6" className={classes.veil} />
      <circle cx="160" cy="90" r="15" className={classes.ember} />
      <path d="M155 84l-6 6 6 6m10-12l6 6-6 6" className={classes.strokeOnEmber} />
    </>
  ),
  gallery: (
    <>
      <Picture x={40} y={22} width={72} height={56} />
      <Picture x={40} y={88} width={72} height={70} plain />
      <Picture x={122} y={22} width={76} height={88} />
      <Picture x={122} y={120} width={76} height={38} plain />
      <Picture x={208} y={22} width={72} height={42} plain />
      <Picture x={208} y={74} width={72} height={84} />
      <path d="M240 142l-14-13a9 9 0 0 1 14-11 9 9 0 0 1 14 11Z" className={classes.ember} />
    </>
  ),
  home: (
    <>
      <rect x="114" y="12" width="92" height="156" rx="16" className={classes.door} />
      <rect x="122" y="22" width="76" height="136" rx="8" className={classes.sheet} />
      <Picture x={128} y={28} width={30} height={40} />
      <Picture x={162} y={28} width={30} height={28} />
      <Picture x={128} y={72} width={30} height={28} />
      <Picture x={162} y={60} width={30} height={40} />
      <Arch x={140} y={108} width={40} height={46} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type GuideDrawingName = keyof typeof drawings;

/** Drawn of the kiln's own shapes, in the colours of whichever scheme there is. */
export function GuideDrawing({ name }: { name: GuideDrawingName }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 320 180" aria-hidden>
      {drawings[name]}
    </svg>
  );
}
