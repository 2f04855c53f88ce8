import { spanInWords } from '#features/students/rules.ts'
import type { Place } from './api.ts'

/** A place as a colleague has left it meanwhile; saving again is then meant. */
export function NowReads({ now }: { now: Place | null }) {
  if (!now) return null
  return (
    <p>
      It now reads: <strong>{spanInWords(now)}</strong>
      {now.breaks.length > 0 && `, break ${now.breaks.map(spanInWords).join(', ')}`}. Saving again changes that.
    </p>
  )
}
