import { counted } from '#shared/text.ts'
import type { Notes } from './material-file.ts'
import style from '../Exchange.module.css'

/** What of a file of another system isn't taken over: items that are left out and why, and what is lost of the others. */
export function Noted({ notes: { skipped, changed, items } }: { notes: Notes }) {
  if (items.length === 0) return null
  const more = skipped + changed - items.length
  return (
    <section aria-labelledby="noted" className={style.lost}>
      <h3 id="noted">What isn’t taken over</h3>
      <p className="quiet">
        {[
          ...(skipped > 0 ? [`${counted(skipped, 'item')} ${skipped === 1 ? 'is' : 'are'} left out`] : []),
          ...(changed > 0 ? [`${counted(changed, 'item')} ${changed === 1 ? 'loses' : 'lose'} something`] : []),
        ].join(', ')}
      </p>
      <ul className={style.noted} tabIndex={0} aria-labelledby="noted">
        {items.map(({ item, skipped: why, dropped }, at) => (
          <li key={at}>
            <p>
              <strong>{item}</strong> {why === null ? '' : 'is left out.'}
            </p>
            <ul className={style.names}>
              {(why === null ? dropped : [why]).map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">… and {more.toLocaleString('en')} more.</p>}
    </section>
  )
}
