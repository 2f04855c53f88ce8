import type { ReactNode } from 'react'

type IconProps = {
  /** Width and height in pixels. */
  size?: number
  /** Name for screen readers. Without it, the icon is decorative. */
  title?: string
}

const gold = '#f59e0b'
const light = '#fcd34d'
const deep = '#b45309'
const wood = '#475569'
const shade = '#334155'

function Drawing({ size = 48, title, children }: IconProps & { children: ReactNode }) {
  const spoken = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" fill="none" {...spoken}>
      {children}
    </svg>
  )
}

/** A disc on a ribbon with two tails. The drawing on the disc represents the subject. */
function Medal({
  ribbon,
  tail,
  children,
  ...rest
}: IconProps & { ribbon: string; tail: string; children: ReactNode }) {
  return (
    <Drawing {...rest}>
      <path d="M14 4h14l10 22-12 6z" fill={ribbon} />
      <path d="M50 4H36L26 26l12 6z" fill={tail} />
      <circle cx="32" cy="41" r="20" fill={deep} />
      <circle cx="32" cy="40" r="20" fill={gold} />
      <circle cx="32" cy="40" r="15" fill={light} />
      {children}
    </Drawing>
  )
}

/** The medal for English (spec §1). @public */
export const EnglishMedal = (props: IconProps) => (
  <Medal {...props} ribbon="#0369a1" tail="#38bdf8">
    <path
      d="M25 48.5 32 31l7 17.5M27.6 42.5h8.8"
      stroke={deep}
      strokeWidth="3.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Medal>
)

/** The medal for math (spec §1). @public */
export const MathMedal = (props: IconProps) => (
  <Medal {...props} ribbon="#4f46e5" tail="#818cf8">
    <path
      d="M24 35.5c1.2-2 2.6-2.6 4.6-2.6H40M29 33.4c0 6-.6 10.4-3 14M35.6 33.4v10.2c0 2.6 1.6 4 4.2 3.2"
      stroke={deep}
      strokeWidth="3.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Medal>
)

/** The bowl of a trophy, with a lighter left side. It has the same shape in all sizes. */
const Bowl = ({ wide, top, bottom }: { wide: number; top: number; bottom: number }) => {
  const [left, right] = [32 - wide, 32 + wide]
  const waist = (top + bottom) / 2
  return (
    <>
      <path
        d={`M${left} ${top}H${right}V${waist - 2}C${right} ${bottom - 4} ${32 + wide * 0.55} ${bottom} 32 ${bottom}S${left} ${bottom - 4} ${left} ${waist - 2}Z`}
        fill={gold}
      />
      <path
        d={`M${left} ${top}h${wide * 0.7}V${bottom - 2}C${left + 4} ${bottom - 6} ${left} ${waist + 4} ${left} ${waist - 2}Z`}
        fill={light}
      />
      <rect x={left - 2} y={top - 3} width={2 * wide + 4} height="5" rx="2.5" fill={deep} />
    </>
  )
}

/** The two handles at the sides of a trophy's bowl. */
const Handles = ({ wide, top, drop }: { wide: number; top: number; drop: number }) => (
  <path
    d={`M${32 - wide} ${top}h-${drop * 0.55}c0 ${drop * 0.7} ${drop * 0.3} ${drop} ${drop * 0.55 + 3} ${drop}M${32 + wide} ${top}h${drop * 0.55}c0 ${drop * 0.7}-${drop * 0.3} ${drop}-${drop * 0.55 + 3} ${drop}`}
    stroke={gold}
    strokeWidth="4"
    strokeLinecap="round"
    strokeLinejoin="round"
  />
)

/** The lower part of a trophy: its stem, its foot, and one or two wooden steps. */
const Foot = ({ from, wide, steps = 1 }: { from: number; wide: number; steps?: 1 | 2 }) => (
  <>
    <path d={`M29 ${from}h6l1.5 ${52 - from - (steps - 1) * 6}h-9z`} fill={deep} />
    {steps === 2 && <rect x={32 - wide + 4} y="46" width={2 * wide - 8} height="8" rx="2" fill={wood} />}
    <rect x={32 - wide} y="52" width={2 * wide} height="9" rx="2.5" fill={steps === 2 ? shade : wood} />
  </>
)

const star = 'm0-6.4 1.9 4 4.4.6-3.2 3.1.8 4.4L0 3.6l-3.9 2.1.8-4.4-3.2-3.1 4.4-.6z'

/** The small trophy (spec §1). @public */
export const SmallTrophy = (props: IconProps) => (
  <Drawing {...props}>
    <Foot from={44} wide={9} />
    <Bowl wide={9} top={28} bottom={46} />
  </Drawing>
)

/** The medium trophy (spec §1). @public */
export const MediumTrophy = (props: IconProps) => (
  <Drawing {...props}>
    <Handles wide={12} top={24} drop={11} />
    <Foot from={42} wide={12} />
    <Bowl wide={12} top={20} bottom={45} />
  </Drawing>
)

/** The large trophy (spec §1). @public */
export const LargeTrophy = (props: IconProps) => (
  <Drawing {...props}>
    <Handles wide={15} top={16} drop={14} />
    <Foot from={40} wide={14} />
    <Bowl wide={15} top={11} bottom={43} />
    <path d={star} transform="translate(32 24) scale(1.15)" fill="#fff" />
  </Drawing>
)

/** The extra large trophy (spec §1). @public */
export const ExtraLargeTrophy = (props: IconProps) => (
  <Drawing {...props}>
    <Handles wide={17} top={13} drop={17} />
    <Foot from={36} wide={17} steps={2} />
    <Bowl wide={17} top={6} bottom={41} />
    <path d={star} transform="translate(32 20) scale(1.5)" fill="#fff" />
    <rect x="25" y="54.6" width="14" height="3.6" rx="1.2" fill={light} />
  </Drawing>
)

/** The certificate (spec §1). @public */
export const Certificate = (props: IconProps) => (
  <Drawing {...props}>
    <rect x="4" y="9" width="56" height="42" rx="4" fill="#cbd5e1" />
    <rect x="6" y="11" width="52" height="38" rx="2.5" fill="#fff" />
    <rect x="10" y="15" width="44" height="30" rx="1.5" stroke="#0f766e" strokeWidth="1.8" />
    <path d="M19 22.5h26" stroke="#0f766e" strokeWidth="3.6" strokeLinecap="round" />
    <path d="M17 30h17M17 36.5h12" stroke="#94a3b8" strokeWidth="2.6" strokeLinecap="round" />
    <path d="m40 44-3 16 6.5-3.6L50 60l-3-16z" fill="#4f46e5" />
    <circle cx="43.5" cy="39" r="8.5" fill={gold} />
    <circle cx="43.5" cy="39" r="5" fill={light} />
  </Drawing>
)
