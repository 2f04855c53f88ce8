import { fr, type KindMaker, pick } from './demo-kinds.ts'

const plurals = [
  ['child', 'children'],
  ['mouse', 'mice'],
  ['leaf', 'leaves'],
  ['city', 'cities'],
  ['tooth', 'teeth'],
] as const
const plural: KindMaker = (roll) => {
  const [one, many] = pick(roll, plurals)
  return {
    text: `Write the plural of *${one}*.`,
    key: fr({ kind: 'words', value: many }),
    steps: ['Say it out loud: one …, two …'],
  }
}
const synonym: KindMaker = (roll) => {
  const [word, value, pattern] = pick(roll, [
    ['big', 'large', '[very] (large|huge|great|enormous)'],
    ['happy', 'glad', '(glad|cheerful|joyful)*'],
    ['quick', 'fast', '[very] (fast|rapid|speedy)'],
  ] as const)
  return {
    text: `Write another word for *${word}*.`,
    key: fr({ kind: 'words', value, patterns: [pattern] }),
    steps: [`What else could you say instead of “${word}”?`],
  }
}
const firstLetter: KindMaker = (roll) => {
  const word = pick(roll, ['apple', 'tiger', 'garden', 'window', 'kite'])
  return {
    text: `Which letter does **${word}** begin with?`,
    key: fr({ kind: 'letter', value: word.slice(0, 1) }),
    steps: ['Say the word slowly.'],
  }
}
const article: KindMaker = (roll) => {
  const [noun, right] = pick(roll, [
    ['apple', 1],
    ['dog', 0],
    ['umbrella', 1],
    ['horse', 0],
    ['egg', 1],
  ] as const)
  return {
    text: `Choose the word that fits: I see … ${noun}.`,
    key: fr({ kind: 'select', options: ['a', 'an'], correct: right }),
    steps: ['Listen to the sound at the start of the next word.'],
  }
}
const sentences = [
  'The cat sleeps on the warm mat.',
  'My sister reads a long book.',
  'We walk to school every day.',
  'A small bird sings in the tree.',
]
const order: KindMaker = (roll) => {
  const value = pick(roll, sentences)
  const words = value.replace('.', '').split(' ')
  return {
    text: 'Put the words in order.',
    key: { kind: 'sentence', value, words },
    steps: ['A sentence begins with a capital letter.'],
  }
}
const punctuate: KindMaker = (roll) => {
  const name = pick(roll, ['anna', 'ben', 'carla'])
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1)
  return {
    instructions: 'Write the sentence with capital letters and punctuation.',
    text: `where does ${name} live`,
    key: { kind: 'sentence', value: `Where does ${capital} live?`, caseSensitive: true, punctuation: true },
    steps: ['Names begin with a capital letter.', 'Which punctuation mark ends a question?'],
  }
}
const wordClass: KindMaker = (roll) => {
  const [word, right] = pick(roll, [
    ['run', 1],
    ['green', 2],
    ['table', 0],
    ['happy', 2],
    ['write', 1],
  ] as const)
  return {
    text: `What is the word **${word}**?`,
    key: { kind: 'mc', choices: ['a noun', 'a verb', 'an adjective'], correct: [right] },
    steps: ['A noun names something. A verb tells what someone does. An adjective describes something.'],
  }
}
const askForNoun: KindMaker = (roll) => ({
  text: `Write two sentences about ${pick(roll, ['your best friend', 'a rainy day', 'your way to school'])}.`,
  key: fr({ kind: 'manual' }),
  steps: ['Each sentence says who does what.'],
})

/** Functions that make English questions, by difficulty. */
export const englishKinds: KindMaker[][] = [
  [firstLetter, article],
  [firstLetter, article, plural],
  [order, plural, synonym],
  [order, wordClass, article],
  [punctuate, wordClass, plural],
  [punctuate, askForNoun, order, wordClass],
]
