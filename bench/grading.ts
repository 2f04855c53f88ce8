import type { z } from 'zod'
import { expression } from '#features/questions/kinds/fr/expression.ts'
import { number } from '#features/questions/kinds/fr/number.ts'

type Grade = () => { status: string }

const asNumber =
  (value: string, given: string): Grade =>
  () =>
    number.grade({ kind: 'number', value }, given)

const asExpression =
  (value: string, given: string, form?: z.infer<typeof expression.key>['form']): Grade =>
  () =>
    expression.grade({ kind: 'expression', value, form }, given)

const numbers = [
  asNumber('12', '12'),
  asNumber('1/2', '0.5'),
  asNumber('3/2', '1 1/2'),
  asNumber('30000', '3×10⁴'),
  asExpression('12', '12'),
]
const expressions = [
  asExpression('2x+3', '3 + 2·x'),
  asExpression('(x+1)(x+2)', 'x²+3x+2', 'expanded'),
  asExpression('x^2+3x+2', '(x+1)(x+2)'),
  asExpression('(x+1)(x+2)', '(x+2)(x+1)', 'factored'),
  asExpression('(x^2-1)/(x-1)', 'x+1', 'simplified'),
  asExpression('\\frac{1}{2}x', '½x'),
  asExpression('sin(2x)', '2 sin x cos x'),
  asExpression('√(x^2+1)', '\\sqrt{1+x^2}'),
  asExpression('y=2x+1', '2x-y+1=0'),
  asExpression('1<x<5', '5>x>1'),
  asExpression('x=1 or x=2', 'x=2, x=1'),
  asExpression('(3,4)', '\\left(3,4\\right)'),
]

/** Answers that a student could send to slow down grading. */
const hostile = [
  '9^9^9^9^9',
  '(a+b+x)^40',
  '(a+b)'.repeat(40),
  `${'sin(x)+'.repeat(28)}x`,
  '√(x^2+1)'.repeat(20),
  `${'\\frac{1}{x+1}+'.repeat(13)}1`,
  '('.repeat(200),
  `${'9'.repeat(100)}^64`,
].map((given) => asExpression('(x+1)(a+b)^9', given, 'simplified'))

const rounds = 400
const runs = 5

/**
 * Returns the mean time in µs for grading an answer, from the best of several runs, because other programs
 * use the machine too.
 */
function timed(grades: readonly Grade[]) {
  let best = Infinity
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    for (let round = 0; round < rounds; round += 1) for (const grade of grades) grade()
    best = Math.min(best, ((performance.now() - start) * 1000) / rounds / grades.length)
  }
  return best
}

function judge(title: string, grades: readonly Grade[], most: number) {
  const took = timed(grades)
  console.log(`  ${title.padEnd(22)} ${took.toFixed(1)} µs (at most ${most})${took > most ? '  ABOVE' : ''}`)
  return took <= most
}

/**
 * Prints the grading times. Returns true if they are within the limits: 50 µs for a plain number, 1 ms for a
 * typical expression, 5 ms for a hostile one.
 */
export function gradingCost(): boolean {
  console.log('\nGrading')
  const good = [
    judge('a plain number', numbers, 50),
    judge('a typical expression', expressions, 1000),
    judge('a hostile answer', hostile, 5000),
  ]
  return !good.includes(false)
}
