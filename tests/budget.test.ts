import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtFile, builtFiles, familyScripts, firstLoad, scriptsOf } from '../bench/first-load.ts'

test('every page that is used daily stays within its load budget', () => {
  expect(firstLoad()).toBe(true)
})

test("a student's question page loads no code that only some questions need", () => {
  expect(
    familyScripts('overview/StudentQuestionPage').filter((file) =>
      /Scheduler|MathField|WorkPart|GraphPaper/i.test(file),
    ),
  ).toEqual([])
})

test('the formula field loads the code that renders formulas, but no grading and no schemas', () => {
  const says = scriptsOf('../features/questions/kinds/fr/fields/MathField.tsx').map((file) =>
    readFileSync(builtFile(file), 'utf8'),
  )
  expect(says.some((text) => text.includes('operatorname'))).toBe(true)
  expect(says.filter((text) => /ZodError|can’t be checked here/.test(text))).toEqual([])
})

const familyPages = [
  'practice/HomeworkPage',
  ...['StudentHomePage', 'StudentQuestionPage', 'ChildPage'].map((page) => `overview/${page}`),
  ...['ParentPage', 'ChildHomeworkPage', 'ChildQuestionPage', 'ChildReportPage', 'AwardPages'].map(
    (page) => `family/${page}`,
  ),
  'billing/OwnInvoicesPage',
  ...['MakeUpsPage', 'ClassChoicePage'].map((page) => `family/makeups/${page}`),
]

test.each(familyPages)('%s loads no staff code and no schemas', (page) => {
  // Several modules can share a file, so check the contents of files as well as their names, for example for
  // endpoints that only the office or editors call.
  const says = (file: string) => readFileSync(builtFile(file), 'utf8')
  const foreign = familyScripts(page).filter(
    (file) =>
      /mantine|staff|schemas/i.test(file) || /mantine|ZodError|\/activities|\/bl\/courses/.test(says(file)),
  )
  expect(foreign).toEqual([])
})

test('the public trial form loads less than 160 kB, no staff code and no schemas', () => {
  const files = scriptsOf('index.html', '../features/trials/TrialFormPage.tsx')
  const texts = files.map((file) => readFileSync(builtFile(file), 'utf8'))
  expect(texts.filter((text) => /mantine|ZodError|\/activities|\/bl\/courses/.test(text))).toEqual([])
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
  expect(bytes).toBeLessThan(160_000)
})

test('built files have no import cycles, in which a file could run before another is initialized', () => {
  const files = builtFiles()
  expect(Object.keys(files).length).toBeGreaterThan(50)
  const left = new Set(Object.keys(files))
  // Removes files that import no remaining file, until only import cycles and the files that import them are
  // left.
  for (let before = 0; before !== left.size;) {
    before = left.size
    for (const key of left) if (!files[key]?.imports?.some((next) => left.has(next))) left.delete(key)
  }
  expect([...left]).toEqual([])
})

test('every file of the students’ pages that the service worker caches exists in the build', () => {
  const kept = readFileSync(builtFile('sw.js'), 'utf8').match(/"\/[^"]+"/g) ?? []
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter((file) => !existsSync(builtFile(JSON.parse(file) as string)))).toEqual([])
})
