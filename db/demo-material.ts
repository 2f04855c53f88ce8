import { algebraKinds } from './demo-algebra.ts'
import { englishKinds } from './demo-english.ts'
import { type DemoQuestion, type KindMaker, mathKinds } from './demo-kinds.ts'

/**
 * Demo question with a number as its answer. All demo material is generated from fixed seeds, so it is always
 * the same. Each question is Markdown with TeX, with its correct answer and the steps of its hint.
 */
type NumberQuestion = { text: string; value: string; steps: string[] }
type DemoSection = { name: string; questions: (NumberQuestion | DemoQuestion)[] }
type DemoChapter = { name: string; sections: DemoSection[]; test: DemoSection[] }
type DemoLevel = { name: string; chapters: DemoChapter[] }
export type DemoCourse = { name: string; subject: string; levels: DemoLevel[] }

/** Returns a function that returns pseudorandom whole numbers from `from` through `to`. */
function dice(seed: number) {
  let state = seed
  return (from: number, to: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from + (state % (to - from + 1))
  }
}
export type Roll = ReturnType<typeof dice>
type Maker = (roll: Roll) => NumberQuestion

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
const fraction = (top: number, bottom: number) => {
  const shared = gcd(top, bottom)
  return bottom === shared ? String(top / shared) : `${top / shared}/${bottom / shared}`
}

const add: Maker = (roll) => {
  const [a, b] = [roll(12, 89), roll(12, 89)]
  return {
    text: `$${a} + ${b} =$`,
    value: String(a + b),
    steps: [
      `Add the ones first: $${a % 10} + ${b % 10} = ${(a % 10) + (b % 10)}$.`,
      'Then add the tens, with the one you carried if there is one.',
    ],
  }
}
const subtract: Maker = (roll) => {
  const b = roll(11, 60)
  const a = b + roll(5, 39)
  return {
    text: `$${a} - ${b} =$`,
    value: String(a - b),
    steps: [`Count up from $${b}$ to the next ten.`, `Then go on from there to $${a}$ and add both jumps.`],
  }
}
const multiply: Maker = (roll) => {
  const [a, b] = [roll(3, 12), roll(3, 12)]
  return {
    text: `$${a} \\times ${b} =$`,
    value: String(a * b),
    steps: [`$${a} \\times ${b - 1} = ${a * (b - 1)}$.`, `One more ${a} makes it $${a} \\times ${b}$.`],
  }
}
const divide: Maker = (roll) => {
  const [a, b] = [roll(3, 12), roll(3, 12)]
  return {
    text: `$${a * b} \\div ${a} =$`,
    value: String(b),
    steps: [`Which number times $${a}$ makes $${a * b}$?`],
  }
}
const addFractions: Maker = (roll) => {
  const bottom = roll(4, 12)
  const [a, b] = [roll(1, bottom - 2), roll(1, bottom - 1)]
  return {
    text: `$\\dfrac{${a}}{${bottom}} + \\dfrac{${b}}{${bottom}} =$`,
    value: fraction(a + b, bottom),
    steps: [
      'The parts have the same size, so only add the numbers on top.',
      `$${a} + ${b} = ${a + b}$ parts of size $\\frac{1}{${bottom}}$.`,
    ],
  }
}
const partOf: Maker = (roll) => {
  const [bottom, times] = [roll(3, 8), roll(3, 9)]
  const top = roll(1, bottom - 1)
  return {
    text: `What is $\\dfrac{${top}}{${bottom}}$ of $${bottom * times}$?`,
    value: String(top * times),
    steps: [
      `Find one part: $${bottom * times} \\div ${bottom} = ${times}$.`,
      `Then take ${top === 1 ? 'just that part' : `${top} of them`}.`,
    ],
  }
}
const percent: Maker = (roll) => {
  const [share, whole] = [roll(1, 9) * 10, roll(2, 20) * 10]
  return {
    text: `What is $${share}\\,\\%$ of $${whole}$?`,
    value: String((share * whole) / 100),
    steps: [
      `$10\\,\\%$ of $${whole}$ is $${whole / 10}$.`,
      `$${share}\\,\\%$ is ${share / 10} times as much.`,
    ],
  }
}
const decimals: Maker = (roll) => {
  const [a, b] = [roll(11, 99), roll(11, 99)]
  return {
    text: `$${a / 10} + ${b / 10} =$`,
    value: String((a + b) / 10),
    steps: ['Write the numbers one above the other and line up the decimal points.'],
  }
}
const equation: Maker = (roll) => {
  const [x, k, b] = [roll(2, 12), roll(2, 9), roll(1, 20)]
  return {
    text: `Solve for $x$: $\\;${k}x + ${b} = ${k * x + b}$`,
    value: String(x),
    steps: [`Subtract ${b} from both sides: $${k}x = ${k * x}$.`, `Divide both sides by ${k}.`],
  }
}
const power: Maker = (roll) => {
  const [base, exponent] = [roll(2, 9), roll(2, 3)]
  return {
    text: `$${base}^{${exponent}} =$`,
    value: String(base ** exponent),
    steps: [
      `$${base}^{${exponent}}$ is ${Array.from({ length: exponent }, () => `$${base}$`).join(' times ')}.`,
    ],
  }
}
const story: Maker = (roll) => {
  const [bags, each, eaten] = [roll(3, 9), roll(4, 12), roll(2, 10)]
  return {
    text: `Mia packs ${bags} bags with ${each} walnuts each. On the way home she eats ${eaten}. How many walnuts are left?`,
    value: String(bags * each - eaten),
    steps: [
      `First all of them: $${bags} \\times ${each} = ${bags * each}$.`,
      `Then take away the ${eaten} that were eaten.`,
    ],
  }
}

const words = [
  'garden',
  'yellow',
  'window',
  'butterfly',
  'thunder',
  'library',
  'sandwich',
  'elephant',
  'holiday',
  'mountain',
  'umbrella',
  'kitchen',
]
const vowelsIn = (word: string) => [...word].filter((letter) => 'aeiou'.includes(letter)).length
const vowels: Maker = (roll) => {
  const word = words[roll(0, words.length - 1)] as string
  return {
    text: `How many of the letters a, e, i, o and u are in **${word}**? Count each one.`,
    value: String(vowelsIn(word)),
    steps: ['Go through the word letter by letter.'],
  }
}
const letters: Maker = (roll) => {
  const word = words[roll(0, words.length - 1)] as string
  return {
    text: `How many letters does the word **${word}** have?`,
    value: String(word.length),
    steps: ['Touch each letter once while you count.'],
  }
}
const openings = ['The little dog', 'My older sister', 'A tired teacher', 'The red train', 'Our new neighbor']
const endings = [
  'runs home.',
  'waits at the gate.',
  'sings in the morning.',
  'likes warm bread with honey.',
  'forgot the blue umbrella.',
]
const wordCount: Maker = (roll) => {
  const sentence = `${openings[roll(0, 4)]} ${endings[roll(0, 4)]}`
  return {
    text: `How many words are in this sentence? *${sentence}*`,
    value: String(sentence.split(' ').length),
    steps: ['Words are separated by spaces.'],
  }
}
const sentenceCount: Maker = (roll) => {
  const many = roll(2, 5)
  const text = Array.from({ length: many }, () => `${openings[roll(0, 4)]} ${endings[roll(0, 4)]}`).join(' ')
  return {
    text: `How many sentences are in this text? *${text}*`,
    value: String(many),
    steps: ['A sentence ends with a period, a question mark or an exclamation point.'],
  }
}

const makeSection = (
  roll: Roll,
  name: string,
  makers: readonly (Maker | KindMaker)[],
  count: number,
): DemoSection => {
  const texts = new Set<string>()
  const questions: DemoSection['questions'] = []
  for (let tries = 0; questions.length < count && tries < 200; tries += 1) {
    const question = (makers[tries % makers.length] as Maker | KindMaker)(roll)
    if (!texts.has(question.text)) questions.push(question)
    texts.add(question.text)
  }
  return { name, questions }
}

type Plan = [chapter: string, practice: Maker[]][]

const math: Plan[] = [
  [
    ['Adding to 100', [add]],
    ['Taking away', [subtract]],
  ],
  [
    ['Times tables', [multiply]],
    ['Sharing equally', [divide, multiply]],
  ],
  [
    ['Word problems', [story]],
    ['Mixed practice', [add, subtract, multiply, divide]],
  ],
  [
    ['Adding fractions', [addFractions]],
    ['Parts of a number', [partOf]],
  ],
  [
    ['Decimals', [decimals]],
    ['Percent', [percent, partOf]],
  ],
  [
    ['Powers', [power]],
    ['First equations', [equation]],
  ],
]
const english: Plan[] = [
  [['Letters', [letters]]],
  [['Vowels', [vowels]]],
  [['Words in a sentence', [wordCount]]],
  [['Words and letters', [letters, wordCount]]],
  [['Sentences', [sentenceCount]]],
  [['Reading closely', [wordCount, sentenceCount, vowels]]],
]

/**
 * Title of each level's last chapter, which practices the topics of the other chapters with questions of all
 * kinds.
 */
export const manyWays = 'In many ways'

const makeCourse = (
  subject: string,
  name: string,
  plans: Plan[],
  { kinds, seed }: { kinds: KindMaker[][]; seed: number },
): DemoCourse => {
  const roll = dice(seed)
  // The questions in tests differ from those for practice.
  const other = dice(seed + 1000)
  const level = (plan: Plan, kind: readonly KindMaker[]): DemoChapter[] => [
    ...plan.map(([chapter, makers]) => ({
      name: chapter,
      sections: [
        makeSection(roll, `${chapter}: first steps`, makers, 10),
        makeSection(roll, `${chapter}: practice`, makers, 12),
        makeSection(roll, `${chapter}: challenge`, makers, 8),
      ],
      test: [makeSection(other, chapter, makers, 6), makeSection(other, 'In other ways', kind, 3)],
    })),
    {
      name: manyWays,
      sections: [makeSection(other, `${manyWays}: practice`, kind, Math.max(8, kind.length))],
      test: [makeSection(other, 'All together', kind, 5)],
    },
  ]
  return {
    name,
    subject,
    levels: plans.map((plan, index) => ({
      name: `${subject} ${index + 1}`,
      chapters: level(plan, kinds[index] ?? []),
    })),
  }
}

const mathWithAlgebra = mathKinds.map((kinds, level) =>
  level === mathKinds.length - 1 ? [...kinds, ...algebraKinds] : kinds,
)

/** Returns a math and an English course with six levels each and more than 400 questions in all. */
export const demoCourses = (): DemoCourse[] => [
  makeCourse('Math', 'Mathematics', math, { kinds: mathWithAlgebra, seed: 7 }),
  makeCourse('English', 'English', english, { kinds: englishKinds, seed: 11 }),
]
