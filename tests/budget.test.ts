import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFile, firstLoad, studentScripts } from '../bench/first-load.ts'

test("a student's question page loads at most 150 kB gzip of script, and nothing that only some questions need", () => {
  expect(firstLoad()).toBe(true)
  expect(studentScripts().filter(({ file }) => /staff|Scheduler|MathField|WorkPaper|GraphPaper|schemas/i.test(file))).toEqual([])
  // Several modules share a file, so what they say is looked at as well: the staff's controls, and what reads schemas.
  const foreign = studentScripts().filter(({ file }) => /mantine|ZodError/.test(readFileSync(builtFile(file), 'utf8')))
  expect(foreign).toEqual([])
})

test('every file that the service worker keeps of the students’ pages was built', () => {
  const kept = readFileSync(builtFile('sw.js'), 'utf8').match(/"\/[^"]+"/g) ?? []
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter((file) => !existsSync(builtFile(JSON.parse(file) as string)))).toEqual([])
})
