/** Formats a program: `Math 5, chapter 3, test 2`, or its name if it has no level. */
export const programWords = ({
  name,
  level,
  chapter,
  test = null,
}: {
  name: string
  level: string
  chapter: number | null
  /** Only set for the office. */
  test?: number | null
}) =>
  `${level || name}${chapter === null ? '' : `, chapter ${chapter}`}${test === null ? '' : `, test ${test}`}`
