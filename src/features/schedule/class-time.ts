import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'

/** Formats a class's time: `Today, 4:30 PM` or `Thu, Mar 5, 4:30 PM`. */
export const classTime = ({ on, isToday, time }: { on: string; isToday: boolean; time: string }) =>
  `${isToday ? t('Today') : dayInWords(on)}, ${clock(time)}`
