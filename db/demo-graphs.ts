import type { AnswerKey } from '#features/questions/rules.ts'
import type { KindMaker } from './demo-kinds.ts'

const axes = { xlabel: 'x', ylabel: 'y', graphName: '', xminor: 1, yminor: 1 }
const plane = { ...axes, xmin: -10, xmax: 10, xmajor: 5, ymin: -10, ymax: 10, ymajor: 5 }
export const numberLine = { ...axes, ylabel: '', xmin: -10, xmax: 10, xmajor: 1, ymin: 0, ymax: 0, ymajor: 1 }
const quarter = { ...axes, xmin: 0, xmax: 20, xmajor: 5, ymin: 0, ymax: 20, ymajor: 5 }

type Graph = Extract<AnswerKey, { kind: 'graph' }>

const points: KindMaker = (roll) => {
  const [a, b] = [
    { x: roll(-8, -1), y: roll(1, 8), label: 'A' },
    { x: roll(1, 8), y: roll(-8, -1), label: 'B' },
  ]
  return {
    text: `Plot and name $A(${a.x}, ${a.y})$ and $B(${b.x}, ${b.y})$.`,
    key: {
      kind: 'graph',
      drawType: 'point',
      graphType: 'cartesian',
      labeled: true,
      settings: plane,
      answer: [a, b],
    },
    steps: ['The first number says how far to go right or left, the second how far up or down.'],
  }
}
const straight: KindMaker = (roll) => {
  const [m, b] = [roll(1, 2) * (roll(0, 1) * 2 - 1), roll(-3, 3)]
  const slope = m === 1 ? 'x' : m === -1 ? '-x' : `${m}x`
  return {
    text: `Draw the line $y = ${slope}${b === 0 ? '' : b > 0 ? ` + ${b}` : ` - ${-b}`}$.`,
    key: {
      kind: 'graph',
      drawType: 'line',
      graphType: 'cartesian',
      labeled: false,
      settings: plane,
      answer: [
        { x: 0, y: b },
        { x: 2, y: 2 * m + b },
      ],
    },
    steps: [
      `Where $x$ is 0, $y$ is $${b}$.`,
      `One step to the right, the line goes ${m > 0 ? `up ${m}` : `down ${-m}`}.`,
    ],
  }
}
const inequality: KindMaker = (roll) => {
  const from = roll(-6, 5)
  return {
    text: `Show $x \\ge ${from}$ on the number line.`,
    key: {
      kind: 'graph',
      drawType: 'ray',
      graphType: 'line',
      labeled: false,
      settings: numberLine,
      answer: [
        { x: from, y: 0 },
        { x: from + 3, y: 0 },
      ],
    },
    steps: [`Begin at ${from}.`, 'Greater numbers are on the right.'],
  }
}
const rectangle: KindMaker = (roll) => {
  const [x, y, wide, high] = [roll(1, 6), roll(1, 6), roll(4, 9), roll(3, 8)]
  return {
    text: `Draw the rectangle with the corners $(${x}, ${y})$, $(${x + wide}, ${y})$ and $(${x + wide}, ${y + high})$. Find the fourth corner yourself.`,
    key: {
      kind: 'graph',
      drawType: 'polygon',
      graphType: 'positive',
      labeled: false,
      settings: quarter,
      answer: [
        { x, y },
        { x: x + wide, y },
        { x: x + wide, y: y + high },
        { x, y: y + high },
      ],
    },
    steps: ['Opposite sides have the same length.'],
  }
}

/** Returns the key of a curve or half-plane on the coordinate plane. */
const plotted = (drawType: Graph['drawType'], ...places: [x: number, y: number][]): Graph => ({
  kind: 'graph',
  drawType,
  graphType: 'cartesian',
  labeled: false,
  settings: plane,
  answer: places.map(([x, y]) => ({ x, y })),
})
/** Formats a number after a term, with its sign: ` + 3`; nothing for 0. */
const term = (value: number) => (value === 0 ? '' : value > 0 ? ` + ${value}` : ` - ${-value}`)
/** Formats x minus a number: `x - 3`. */
const less = (value: number) => `x${term(-value)}`
/** Formats a coefficient before a letter or parenthesis: nothing for 1, and only the sign for -1. */
const times = (value: number) => (value === 1 ? '' : value === -1 ? '-' : String(value))

const circle: KindMaker = (roll) => {
  const [x, y, radius] = [roll(-3, 3), roll(-3, 3), roll(2, 6)]
  return {
    text: `Draw the circle $(${less(x)})^2 + (${less(y).replace('x', 'y')})^2 = ${radius ** 2}$.`,
    key: plotted('circle', [x, y], [x + radius, y]),
    steps: ['The numbers in parentheses give the center.', `The radius squared is ${radius ** 2}.`],
  }
}
const parabola: KindMaker = (roll) => {
  const [x, y, a] = [roll(-4, 4), roll(-4, 4), roll(0, 1) * 2 - 1]
  return {
    text: `Draw the parabola $y = ${times(a)}(${less(x)})^2${term(y)}$.`,
    key: plotted('parabola', [x, y], [x + 2, y + 4 * a]),
    steps: [
      'Where is the expression in parentheses 0? That is the vertex.',
      'Then go one step to the right.',
    ],
  }
}
const absolute: KindMaker = (roll) => {
  const [x, y, a] = [roll(-4, 4), roll(-4, 4), roll(1, 2)]
  return {
    text: `Draw the graph of $y = ${times(a)}|${less(x)}|${term(y)}$.`,
    key: plotted('absolute', [x, y], [x + 1, y + a]),
    steps: ['Where is the expression between the bars 0? That is the vertex.'],
  }
}
const wave: KindMaker = (roll) => {
  const [level, height, across] = [roll(-2, 2), roll(2, 5), roll(1, 3)]
  return {
    text: `Draw a sine wave that starts at $(0, ${level})$ and rises, with amplitude ${height} and period ${4 * across}.`,
    key: plotted('sine', [0, level], [across, level + height]),
    steps: ['The first maximum is a quarter of the period to the right.'],
  }
}
const growth: KindMaker = (roll) => {
  const [base, start] = [roll(2, 3), roll(1, 3)]
  return {
    text: `Draw the graph of $y = ${start === 1 ? '' : `${start} \\cdot `}${base}^x$.`,
    key: plotted('exponential', [0, start], [1, start * base]),
    steps: [`Where $x$ is 0, $y$ is ${start}.`, `One step to the right, $y$ is ${base} times as much.`],
  }
}
const shiftedGrowth: KindMaker = (roll) => {
  const level = roll(-6, -1)
  return {
    text: `Draw the graph of $y = 2^x${term(level)}$ and its asymptote.`,
    key: plotted('shiftedExponential', [0, 1 + level], [1, 2 + level], [0, level]),
    steps: ['What does $2^x$ come close to on the far left?'],
  }
}
const region: KindMaker = (roll) => {
  const [m, b, isAbove, dashed] = [roll(1, 2), roll(-3, 3), roll(0, 1) === 1, roll(0, 1) === 1]
  const sign = dashed ? (isAbove ? '>' : '<') : isAbove ? '\\ge' : '\\le'
  return {
    text: `Shade where $y ${sign} ${times(m)}x${term(b)}$.`,
    key: {
      ...plotted('halfPlane', [0, b], [1, m + b], [0, b + (isAbove ? 2 : -2)]),
      ...(dashed && { dashed }),
    },
    steps: ['Draw the line first. Is it part of the solutions?', 'Then try a point on one side.'],
  }
}
const randomParabola: KindMaker = () => ({
  text: 'Draw the parabola $y = (x - {{h}})^2 {{+k}}$.',
  key: {
    ...plotted('parabola', [1, 2], [2, 3]),
    coordinates: [
      { x: '{{h}}', y: '{{k}}' },
      { x: '{{h + 1}}', y: '{{k + 1}}' },
    ],
  },
  variables: {
    given: [
      { name: 'h', from: '1', to: '5', step: '1' },
      { name: 'k', from: '-6', to: '4', step: '1' },
    ],
    derived: [],
    constraints: ['k ≠ 0'],
  },
  steps: ['The vertex is where the parentheses are 0.'],
})

/** Functions that make questions that are answered with a graph. */
export const graphKinds = {
  points,
  straight,
  inequality,
  rectangle,
  curves: [circle, parabola, absolute, wave, growth, shiftedGrowth, region, randomParabola],
}
