import type { AnswerKey } from '#features/questions/rules.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import type { Variables } from '#features/questions/variants/variants.ts'
import { graphKinds, numberLine } from './demo-graphs.ts'
import type { Roll } from './demo-material.ts'
import { pentagon, quadrilaterals } from './demo-figures.ts'

/** A question of any kind, with its text, its key and the steps of its hint. */
export type DemoQuestion = {
  instructions?: string
  text: string
  key: AnswerKey
  variables?: Variables
  steps: string[]
}
export type KindMaker = (roll: Roll) => DemoQuestion

/** Returns the key of a question with parts. */
export const fr = (...parts: Part[]): AnswerKey => ({ kind: 'fr', parts })
/** Returns a random element of a list. */
export const pick = <T>(roll: Roll, list: readonly T[]): T => list[roll(0, list.length - 1)] as T
/** Returns a list in random order. */
const mixed = <T>(roll: Roll, list: readonly T[]) =>
  list
    .map((each) => ({ each, at: roll(0, 9999) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)

const column: KindMaker = (roll) => {
  const [a, b] = [roll(120, 480), roll(110, 410)]
  return {
    instructions: 'Add in columns.',
    text: `$$\\begin{array}{r} ${a} \\\\ +\\,${b} \\\\ \\hline \\end{array}$$`,
    key: fr({ kind: 'number', value: String(a + b), rightAlign: true, tooltip: 'Start with the ones.' }),
    steps: [
      'Begin on the right, with the ones.',
      'Carry a ten to the next column when there are ten or more.',
    ],
  }
}
const power: KindMaker = (roll) => {
  const [base, exponent] = [pick(roll, [2, 3, 5, 10]), roll(2, 4)]
  return {
    text: `Write $${Array.from({ length: exponent }, () => base).join(' \\times ')}$ as a power.`,
    key: fr(
      { kind: 'number', value: String(base), form: 'integer' },
      {
        kind: 'number',
        value: String(exponent),
        isSuper: true,
        form: 'integer',
        tooltip: 'How many factors are there?',
      },
    ),
    steps: ['The factor is the base.', 'Count the factors: that is the exponent.'],
  }
}
const lowestTerms: KindMaker = (roll) => {
  const [top, bottom, times] = [roll(1, 4), pick(roll, [5, 7, 11]), roll(2, 6)]
  return {
    instructions: 'Write in lowest terms.',
    text: `$\\frac{${top * times}}{${bottom * times}}$`,
    key: fr({ kind: 'number', value: `${top}/${bottom}`, form: 'reduced' }),
    steps: [`Which number divides both ${top * times} and ${bottom * times}?`],
  }
}
const collect: KindMaker = (roll) => {
  const [a, b, c] = [roll(2, 9), roll(2, 9), roll(1, 12)]
  return {
    instructions: 'Simplify.',
    text: `$${a}x + ${c} + ${b}x$`,
    key: fr({ kind: 'expression', value: `${a + b}x + ${c}`, form: 'simplified' }),
    steps: ['Terms with the same letter can be added.'],
  }
}
const product: KindMaker = (roll) => {
  const [a, b] = [roll(2, 7), roll(1, 9)]
  return {
    instructions: 'Multiply out.',
    text: `$${a}(x + ${b})$`,
    key: fr({ kind: 'expression', value: `${a}x + ${a * b}`, form: 'expanded' }),
    steps: [`Multiply each term in the parentheses by ${a}.`],
  }
}
const solve: KindMaker = (roll) => {
  const [a, x, b] = [roll(2, 6), roll(2, 9), roll(1, 9)]
  return {
    instructions: 'Solve for $x$. Show your work.',
    text: `$${a}x + ${b} = ${a * x + b}$`,
    key: fr(
      { kind: 'work', lines: 8 },
      { kind: 'label', text: '$x =$' },
      { kind: 'number', value: String(x) },
    ),
    steps: [`Subtract ${b} from both sides.`, `Then divide both sides by ${a}.`],
  }
}
const lengths = ['mm', 'cm', 'm', 'km']
const unit: KindMaker = (roll) => {
  const [thing, right] = pick(roll, [
    ['the width of a stamp', 0],
    ['the length of a pencil', 1],
    ['the height of a house', 2],
    ['the distance to the next town', 3],
  ] as const)
  return {
    text: `Which unit is best for ${thing}?`,
    key: fr({ kind: 'select', options: lengths, correct: right }),
    steps: ['For each unit, think of something that is that long.'],
  }
}
const primes: KindMaker = (roll) => {
  const list = mixed(roll, [
    ...mixed(roll, [2, 3, 5, 7, 11, 13, 17]).slice(0, 2),
    ...mixed(roll, [9, 15, 21, 27, 33, 39]).slice(0, 3),
  ])
  const isPrime = (value: number) => [2, 3, 5, 7, 11, 13, 17].includes(value)
  return {
    text: 'Which of these are prime numbers?',
    key: {
      kind: 'mc',
      choices: list.map((value) => `$${value}$`),
      correct: [...list.keys()].filter((at) => isPrime(list[at] as number)),
      perChoice: true,
    },
    steps: ['A prime number can be divided only by 1 and by itself.'],
  }
}
const names: KindMaker = (roll) => {
  const [a, b, c] = mixed(roll, ['A', 'B', 'C', 'P', 'Q', 'R']).slice(0, 3) as [string, string, string]
  return {
    text: `Two rays start at $${b}$. One goes through $${a}$, the other through $${c}$. Name the first ray and the angle between them.`,
    key: fr(
      { kind: 'label', text: 'Ray' },
      { kind: 'line', figure: 'ray', value: `${b}${a}` },
      { kind: 'label', text: 'Angle' },
      { kind: 'angle', value: `${a}${b}${c}` },
    ),
    steps: ['A ray is named from its endpoint.', 'The vertex is the middle letter in the name of an angle.'],
  }
}
const explain: KindMaker = (roll) => {
  const even = roll(3, 20) * 2
  return {
    text: `Why is $${even} + ${even + 2}$ even? Explain in your own words.`,
    key: fr({ kind: 'manual' }),
    steps: ['What do even numbers have in common?'],
  }
}
const random: KindMaker = (roll) => ({
  text: 'A box holds ${{a}}$ pencils. How many pencils are in ${{b}}$ boxes if ${{c}}$ are missing?',
  key: fr(
    { kind: 'number', value: '{{a*b - c}}', tolerance: { abs: '0' } },
    { kind: 'label', text: 'pencils' },
  ),
  variables: {
    given: [
      { name: 'a', from: '6', to: '12', step: '1' },
      { name: 'b', from: '3', to: '9', step: '1' },
      { name: 'c', from: '1', to: String(roll(3, 5)), step: '1' },
    ],
    derived: [],
    constraints: ['c < a'],
  },
  steps: ['First find the total for full boxes.', 'Then subtract the missing pencils.'],
})

const ascending: KindMaker = (roll) => {
  const bottoms = mixed(roll, [2, 3, 4, 5, 6, 8]).slice(0, 4)
  const items = bottoms.toSorted((a, b) => b - a).map((bottom) => `$\\frac{1}{${bottom}}$`)
  return {
    text: 'Order the fractions from least to greatest.',
    key: { kind: 'order', items },
    steps: [
      'The number below the line says into how many pieces a cake is cut. Which pieces are the smallest?',
    ],
  }
}

const parity: KindMaker = (roll) => ({
  text: 'Sort the sums. Is each of them even or odd?',
  key: {
    kind: 'match',
    groups: ['even', 'odd'],
    items: mixed(roll, [11, 14, 23, 26, 35, 38, 47, 52])
      .slice(0, 5)
      .map((first) => ({ text: `$${first} + 7$`, group: (first + 7) % 2 })),
  },
  steps: ['Two odd numbers make an even number.', 'Only the last digits matter.'],
})

const solutions: KindMaker = (roll) => {
  const [a, b, c] = [roll(2, 5), roll(1, 9), roll(-4, 6)]
  return {
    text: `Solve $${a}x + ${b} < ${a * c + b}$. Write the solutions as an interval.`,
    key: fr({ kind: 'interval', value: `(−∞, ${c})` }),
    steps: [
      `Subtract ${b} from both sides, then divide by ${a}.`,
      'An endpoint that is not a solution gets a parenthesis.',
    ],
  }
}

const between: KindMaker = (roll) => {
  const [from, to] = [roll(-8, -1), roll(2, 8)]
  return {
    text: `Show all $x$ with $${from} < x \\le ${to}$ on the number line.`,
    key: { kind: 'numberLine', settings: numberLine, value: `(${from}, ${to}]` },
    steps: ['An endpoint that belongs to the interval is filled in.', `Is ${from} less than itself?`],
  }
}

const change: KindMaker = (roll) => {
  const [dollars, quarters] = [roll(2, 15), roll(1, 3)]
  return {
    text: `A book costs ${dollars} dollars and ${quarters * 25} cents. You pay with a 20-dollar bill. How much change do you get?`,
    key: fr({
      kind: 'number',
      value: (20 - dollars - quarters / 4).toFixed(2),
      unit: '$',
      convertUnits: true,
    }),
    steps: ['First count up to the next whole dollar.', 'Then count up to 20 dollars.'],
  }
}

const rule: KindMaker = (roll) => {
  const [times, plus] = [roll(2, 6), roll(1, 9)]
  const inputs = [roll(1, 3), roll(4, 6), roll(7, 9)]
  return {
    text: `Fill in the table for the rule “times ${times}, then plus ${plus}”.`,
    key: {
      kind: 'fr',
      columns: 4,
      parts: [
        { kind: 'label', text: '$x$' },
        ...inputs.map((value): Part => ({ kind: 'label', text: `$${value}$` })),
        { kind: 'label', text: `$${times}x + ${plus}$` },
        ...inputs.map((value): Part => ({ kind: 'number', value: String(times * value + plus) })),
      ],
    },
    steps: ['Put each number in place of $x$.'],
  }
}

const lineByLine: KindMaker = (roll) => {
  const [a, b, x] = [roll(2, 9), roll(1, 12), roll(2, 12)]
  return {
    text: `Solve the equation $${a}x + ${b} = ${a * x + b}$.`,
    key: {
      kind: 'derivation',
      start: `${a}x + ${b} = ${a * x + b}`,
      goal: 'solved',
      value: `x = ${x}`,
      most: 6,
    },
    steps: [`Subtract ${b} from both sides.`, `Divide both sides by ${a}.`],
  }
}

const { points, straight, inequality, rectangle } = graphKinds

/** Functions that make math questions, by difficulty from the first level to the last. */
export const mathKinds: KindMaker[][] = [
  [column, unit, explain],
  [column, random, primes, parity, rule, quadrilaterals],
  [random, unit, change, lowestTerms, explain, pentagon],
  [lowestTerms, points, rectangle, primes],
  [inequality, between, names, points, random, ascending],
  [power, collect, product, solve, straight, names, solutions, lineByLine, ...graphKinds.curves],
]
