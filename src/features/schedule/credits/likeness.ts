import { t } from '#shared/language.ts'
/**
 * Similarities between a class and the missed one. `level` is the most common level of the class's regular
 * students, and `levelsOff` is its distance from the student's own level.
 */
type Likeness = {
  level: string | null
  levelsOff: number | null
  sameTeacher: boolean
  sameWeekday: boolean
  sameHour: boolean
}

/** Returns reasons in favor of a class for a make-up, in a few words each, strongest first. */
export function likenessReasons({ level, levelsOff, sameTeacher, sameWeekday, sameHour }: Likeness) {
  const why = level && levelsOff === 0 ? [t('Same level')] : []
  if (sameTeacher) why.push(t('Same teacher'))
  if (sameWeekday) why.push(t('Same weekday'))
  if (sameHour) why.push(t('Same hour'))
  return why
}
