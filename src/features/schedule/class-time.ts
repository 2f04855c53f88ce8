import { clock, dayInWords } from '#shared/day-text.ts'

/** `Today, 4:30 PM` or `Thu, Mar 5, 4:30 PM`, whose time stays in one line. */
export const classTime = ({ on, isToday, time }: { on: string; isToday: boolean; time: string }) =>
  `${isToday ? 'Today' : dayInWords(on)}, ${clock(time).replace(' ', '\u00a0')}`
