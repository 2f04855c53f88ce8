import { phoneInWords } from '#shared/entries.ts'
import type { Scheduled } from './api.ts'

/** What a printed list says about a student: the phone to call, and the latest note. */
export const paperWords = ({ parentPhone, notes }: Pick<Scheduled, 'parentPhone' | 'notes'>) =>
  [phoneInWords(parentPhone), notes[0]?.msg].filter(Boolean).join(' · ')
