import { fr, type KindMaker, pick } from './demo-kinds.ts'

const matrixSum: KindMaker = (roll) => {
  const entries = () => [
    [roll(-6, 9), roll(-6, 9)],
    [roll(-6, 9), roll(-6, 9)],
  ]
  const [a, b] = [entries(), entries()]
  const tex = (rows: number[][]) =>
    `\\begin{bmatrix} ${rows.map((row) => row.join(' & ')).join(' \\\\ ')} \\end{bmatrix}`
  return {
    text: `Add $${tex(a)} + ${tex(b)}$.`,
    key: {
      kind: 'matrix',
      entries: {
        kind: 'number',
        rows: a.map((row, at) => row.map((entry, column) => String(entry + (b[at]?.[column] ?? 0)))),
      },
    },
    steps: ['Add the entries in the same position.', 'Watch the signs.'],
  }
}

const antiderivative: KindMaker = (roll) => {
  const [a, n, b] = [roll(2, 6), roll(2, 4), roll(2, 9)]
  return {
    text: `Find $\\int (${a * (n + 1)}x^${n} + ${b})\\,dx$.`,
    key: fr({
      kind: 'expression',
      value: `${a}x^${n + 1} + ${b}x + C`,
      plusConstant: true,
      variables: ['x'],
    }),
    steps: [
      'Raise each power by one, and divide by the new power.',
      'Any number may be added, so the answer needs a constant.',
    ],
  }
}

const fitted: KindMaker = (roll) => {
  const [rise, start] = [pick(roll, [4, 5, 7, 8]), roll(1, 9)]
  return {
    text: `Write the equation of the line through $(0, ${start})$ and $(3, ${start + rise})$. Round to two decimals.`,
    key: fr({
      kind: 'expression',
      value: `y = (${rise}/3)x + ${start}`,
      variables: ['x', 'y'],
      tolerance: { abs: '0.005' },
    }),
    steps: ['The slope is the rise over the run.', 'The line crosses the y-axis at the first point.'],
  }
}

const twoSteps: KindMaker = (roll) => {
  const [a, x, b] = [roll(2, 6), roll(3, 9), roll(1, 9)]
  const [times, plus] = [roll(2, 5), roll(3, 9)]
  return {
    text: `Solve $${a}x + ${b} = ${a * x + b}$. Then find the value of $${times}x + ${plus}$.`,
    key: fr(
      { kind: 'label', text: '$x =$' },
      { kind: 'number', value: String(x) },
      { kind: 'label', text: `$${times}x + ${plus} =$` },
      { kind: 'number', value: String(times * x + plus), follows: `${times}a + ${plus}` },
    ),
    steps: [`Subtract ${b} from both sides, then divide by ${a}.`, 'Put your solution in place of $x$.'],
  }
}

/** Functions that make questions for the last math level, in addition to those in `mathKinds`. */
export const algebraKinds: KindMaker[] = [matrixSum, antiderivative, fitted, twoSteps]
