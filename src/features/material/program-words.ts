import { t } from '#shared/language.ts'

/** Formats a program, such as `Math 5, chapter 3, test 2`. Starts with its name if it has no level. */
export const programWords = ({
  name,
  level,
  chapter,
  test = null,
}: {
  name: string
  level: string
  chapter: number | null
  /** Number of the test. Passed only where office staff read the text. */
  test?: number | null
}) => {
  const program = level || t(name)
  if (chapter !== null && test !== null)
    return t('{program}, chapter {chapter}, test {test}', { program, chapter, test })
  if (chapter !== null) return t('{level}, chapter {chapter}', { level: program, chapter })
  return test === null ? program : t('{program}, test {test}', { program, test })
}
