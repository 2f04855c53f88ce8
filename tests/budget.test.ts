import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFile, builtFiles, familyScripts, firstLoad, scriptsOf } from '../bench/first-load.ts'

test("a student's question page loads at most 150 kB gzip of script, and nothing that only some questions need", () => {
  expect(firstLoad()).toBe(true)
  expect(familyScripts('overview/StudentQuestionPage').filter((file) => /Scheduler|MathField|WorkPaper|GraphPaper/i.test(file))).toEqual([])
})

test('the formula field loads what prints formulas, and nothing that grades or reads schemas', () => {
  const says = scriptsOf('../features/questions/kinds/fr/fields/MathField.tsx').map((file) => readFileSync(builtFile(file), 'utf8'))
  expect(says.some((text) => text.includes('operatorname'))).toBe(true)
  expect(says.filter((text) => /ZodError|can’t be checked here/.test(text))).toEqual([])
})

const familyPages = [
  'practice/HomeworkPage',
  ...['StudentHomePage', 'StudentQuestionPage', 'ChildPage'].map((page) => `overview/${page}`),
  ...['ParentPage', 'ChildHomeworkPage', 'ChildQuestionPage', 'ChildReportPage', 'AwardPages'].map((page) => `family/${page}`),
]

test.each(familyPages)('nothing of the staff’s is in what %s loads, and nothing that reads schemas', (page) => {
  // Several modules share a file, so what they say is looked at as well as its name: addresses of the office's and the editors' among it.
  const says = (file: string) => readFileSync(builtFile(file), 'utf8')
  const foreign = familyScripts(page).filter(
    (file) => /mantine|staff|schemas/i.test(file) || /mantine|ZodError|\/activities|\/bl\/courses/.test(says(file)),
  )
  expect(foreign).toEqual([])
})

test('no two files of the pages need each other, which would begin with half of it', () => {
  const files = builtFiles()
  expect(Object.keys(files).length).toBeGreaterThan(50)
  const left = new Set(Object.keys(files))
  // What needs nothing that is left is taken away, until the rest need each other.
  for (let before = 0; before !== left.size;) {
    before = left.size
    for (const key of left) if (!files[key]?.imports?.some((next) => left.has(next))) left.delete(key)
  }
  expect([...left]).toEqual([])
})

test('every file that the service worker keeps of the students’ pages was built', () => {
  const kept = readFileSync(builtFile('sw.js'), 'utf8').match(/"\/[^"]+"/g) ?? []
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter((file) => !existsSync(builtFile(JSON.parse(file) as string)))).toEqual([])
})
