import { expect, test } from 'vitest'
import { firstLoad, studentScripts } from '../bench/first-load.ts'

test("a student's question page loads at most 150 kB gzip of script, and nothing that only some questions need", () => {
  expect(firstLoad()).toBe(true)
  expect(studentScripts().some(({ file }) => /mantine|Scheduler|StaffShell|MathField|WorkPaper|GraphPaper|schemas/i.test(file))).toBe(false)
})
