/** Faults covered by tests, each with its file and the words in its title. */
export const tested: Record<string, [file: string, words: string]> = {
  F0: ['tests/retries.test.ts', 'completely or not at all'],
  F3: ['tests/faults/database.test.ts', 'F3'],
  F4: ['tests/faults/database.test.ts', 'F4'],
  F5: ['tests/faults/disk.test.ts', 'F5'],
  F6: ['tests/faults/server.test.ts', 'F6'],
  F12: ['src/features/schedule/places/f12.test.ts', ''],
  F18: ['tests/faults/database.test.ts', 'F18'],
  F19: ['tests/faults/database.test.ts', 'F19'],
  F20: ['tests/faults/server.test.ts', 'F20'],
  F21: ['src/server/mail.test.ts', ''],
  F22: ['tests/faults/server.test.ts', 'F22'],
  F24: ['src/server/embedded-postgres.test.ts', 'second instance'],
  F25: ['tests/faults/server.test.ts', 'F25'],
  F26: ['tests/faults/server.test.ts', 'F26'],
  F27: ['src/web/api.test.ts', 'a missing part of the page'],
  F28: ['src/features/practice/routes.test.ts', ''],
}
