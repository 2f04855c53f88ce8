/** `Math 5, chapter 3`; without a level the program's name. */
export const programWords = ({
  name,
  level,
  chapter,
}: {
  name: string
  level: string
  chapter: number | null
}) => `${level || name}${chapter === null ? '' : `, chapter ${chapter}`}`
