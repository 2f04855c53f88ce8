/** `Math 5, chapter 3, test 2`; without a level the program's name. */
export const programWords = ({
  name,
  level,
  chapter,
  test = null,
}: {
  name: string
  level: string
  chapter: number | null
  /** Only for the office. */
  test?: number | null
}) =>
  `${level || name}${chapter === null ? '' : `, chapter ${chapter}`}${test === null ? '' : `, test ${test}`}`
