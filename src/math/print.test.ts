import { expect, test } from 'vitest'
import { nameOfAnswer } from './shapes.ts'
import { read } from './parse.ts'
import { tex, typed, writeAnswer } from './print.ts'

const formOf = (text: string) => {
  const found = read(text)
  return found.ok ? nameOfAnswer(found.answer) : `${text}: ${found.reason}`
}

const numbers = String.raw`1 1/2|25%|0.05|(2^3)^2|3·4|30°|π/2`
const powers = String.raw`2^(2x)|x^(-1/2)|(1/2)^n|(-1)^n|(x^2)^(1/3)|e^x|√(x/2)|\sqrt[5]{x}|\log_2(x+1)|sin^2(3x)`
const algebra = String.raw`2x+3|-(x-1)^2|2(x+1)/(3y)|(1 1/2)x|x/(y/z)|x_{12}|a-(b-c)|a-(-b)|-2-x|xyz|-abs(x-1)`
const several = String.raw`y=2x+1|x≤3|1<x<5|x=1 or x=2|(3,-4)|{1,2,3}|x≠0|x<0 or 1<x<5|x=1 and y=2 or x=3 and y=4`

test.each([numbers, powers, algebra, several].flatMap((list) => list.split('|')).map((text) => [text]))(
  '%s is read back unchanged when it is written as typed, in TeX or without signs between factors',
  (text) => {
    const found = read(text)
    const written = found.ok
      ? [typed, tex, { ...typed, times: '' }].map((pen) => writeAnswer(found.answer, pen))
      : []
    expect(written.map(formOf)).toEqual([formOf(text), formOf(text), formOf(text)])
  },
)
