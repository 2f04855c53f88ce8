import { expect, test } from 'vitest'
import { firstLoad, studentScripts } from '../bench/first-load.ts'

test("a student's question page loads at most 200 kB gzip of script", () => {
  expect(firstLoad()).toBe(true)
  expect(studentScripts().some(({ file }) => /mantine|Scheduler|StaffShell/i.test(file))).toBe(false)
})
