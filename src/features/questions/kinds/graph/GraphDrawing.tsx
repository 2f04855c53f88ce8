import { memo } from 'react'
import type { DrawType, Figure, GraphSettings, GraphType } from './settings.ts'
import style from './GraphPaper.module.css'
import { axesOf, endOf, inFigures, linesOf, type Paper, type Point, type Spot, spotOf } from './axes.ts'

type GridProps = { settings: GraphSettings; type: GraphType; paper: Paper }

/** Grid lines, axes with arrows, numbers and labels. */
export const Grid = memo(function Grid({ settings, type, paper }: GridProps) {
  const axes = axesOf(settings)
  const { left, right, top, bottom } = paper
  const across = linesOf(axes.x, right - left)
  const zero = spotOf({ x: clamp(0, axes.x), y: clamp(0, axes.y) }, axes, paper)
  const x = (value: number) => spotOf({ x: value, y: 0 }, axes, paper).x
  if (type === 'line')
    return (
      <NumberLine
        paper={paper}
        minors={across.minors.map(x)}
        numbers={across.numbers}
        x={x}
        name={settings.xlabel}
      />
    )
  const down = linesOf(axes.y, bottom - top)
  const y = (value: number) => spotOf({ x: 0, y: value }, axes, paper).y
  return (
    <>
      <path
        className={style.minor}
        d={[
          ...across.minors.map((at) => `M${x(at)} ${top}V${bottom}`),
          ...down.minors.map((at) => `M${left} ${y(at)}H${right}`),
        ].join('')}
      />
      <path
        className={style.major}
        d={[
          ...across.majors.map((at) => `M${x(at)} ${top}V${bottom}`),
          ...down.majors.map((at) => `M${left} ${y(at)}H${right}`),
        ].join('')}
      />
      <path className={style.axis} d={`M${left} ${zero.y}H${right + 12}M${zero.x} ${bottom}V${top - 12}`} />
      <Arrow at={{ x: right + 14, y: zero.y }} from={{ x: left, y: zero.y }} className={style.tip} />
      <Arrow at={{ x: zero.x, y: top - 14 }} from={{ x: zero.x, y: bottom }} className={style.tip} />
      {across.numbers.map((at) => (
        <text
          key={at}
          className={style.number}
          x={x(at) + (at === 0 && axes.y.min < 0 ? -10 : 0)}
          y={zero.y + 17}
          textAnchor="middle"
        >
          {inFigures(at)}
        </text>
      ))}
      {down.numbers
        .filter((at) => at !== 0 || axes.x.min > 0)
        .map((at) => (
          <text key={at} className={style.number} x={zero.x - 7} y={y(at) + 4.5} textAnchor="end">
            {inFigures(at)}
          </text>
        ))}
      <text className={style.name} x={right + 14} y={zero.y - 9} textAnchor="end">
        {settings.xlabel}
      </text>
      <text className={style.name} x={zero.x + 10} y={top - 8}>
        {settings.ylabel}
      </text>
    </>
  )
})

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(Math.max(value, min), max)

type NumberLineProps = {
  paper: Paper
  minors: readonly number[]
  numbers: readonly number[]
  x: (value: number) => number
  name: string
}

const NumberLine = ({ paper: { left, right, top }, minors, numbers, x, name }: NumberLineProps) => (
  <>
    <path className={style.axis} d={`M${left - 12} ${top}H${right + 12}`} />
    <Arrow at={{ x: right + 14, y: top }} from={{ x: left, y: top }} className={style.tip} />
    <Arrow at={{ x: left - 14, y: top }} from={{ x: right, y: top }} className={style.tip} />
    <path className={style.tick} d={minors.map((at) => `M${at} ${top - 6}v12`).join('')} />
    <path className={style.axis} d={numbers.map((at) => `M${x(at)} ${top - 9}v18`).join('')} />
    {numbers.map((at) => (
      <text key={at} className={style.number} x={x(at)} y={top + 30} textAnchor="middle">
        {inFigures(at)}
      </text>
    ))}
    <text className={style.name} x={right + 14} y={top - 18} textAnchor="end">
      {name}
    </text>
  </>
)

/** Arrowhead at one end of a line, pointing away from `from`. */
function Arrow({ at, from, className }: { at: Spot; from: Spot; className: string | undefined }) {
  const angle = (Math.atan2(at.y - from.y, at.x - from.x) * 180) / Math.PI
  return (
    <path
      className={className}
      d="M0 0L-11 -5.5V5.5Z"
      transform={`translate(${at.x} ${at.y}) rotate(${angle})`}
    />
  )
}

type ShapeProps = { drawType: Exclude<DrawType, Figure>; spots: readonly Spot[]; paper: Paper }

/** Straight figure defined by the points. */
export function Shape({ drawType, spots, paper }: ShapeProps) {
  const [a, b] = spots
  if (!a || !b || drawType === 'point' || (a.x === b.x && a.y === b.y)) return null
  if (drawType === 'polygon')
    return <path className={style.shape} d={`M${spots.map(({ x, y }) => `${x} ${y}`).join('L')}Z`} />
  const from = drawType === 'line' ? endOf(b, a, paper) : a
  const to = drawType === 'segment' ? b : endOf(a, b, paper)
  return (
    <>
      <path className={style.shape} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
      {drawType === 'line' && <Arrow at={from} from={b} className={style.end} />}
      {drawType !== 'segment' && <Arrow at={to} from={a} className={style.end} />}
    </>
  )
}

/** Points, each with its name beside it. */
export const Dots = ({
  points,
  spots,
  selected,
}: {
  points: readonly Point[]
  spots: readonly Spot[]
  selected: number | null
}) =>
  spots.map(({ x, y }, at) => (
    <g key={at}>
      {selected === at && <circle className={style.ring} cx={x} cy={y} r={12} />}
      <circle className={style.dot} cx={x} cy={y} r={6} />
      <text className={style.label} x={x + 10} y={y - 10}>
        {points[at]?.label}
      </text>
    </g>
  ))
