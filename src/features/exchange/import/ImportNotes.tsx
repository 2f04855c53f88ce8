import { reader, t, translateSentence } from '#shared/language.ts'
import type { Notes } from './material-file.ts'
import style from '../Exchange.module.css'

const skippedWords = (skipped: number) =>
  skipped === 1
    ? t('1 item is skipped')
    : t('{skipped} items are skipped', { skipped: skipped.toLocaleString(reader().tag) })

const changedWords = (changed: number) =>
  changed === 1
    ? t('1 item is partially imported')
    : t('{changed} items are partially imported', { changed: changed.toLocaleString(reader().tag) })

/**
 * List of what is lost when importing from another system: skipped items with reasons, and losses in other
 * items.
 */
export function ImportNotes({ notes: { skipped, changed, items } }: { notes: Notes }) {
  if (items.length === 0) return null
  const more = skipped + changed - items.length
  return (
    <section aria-labelledby="noted" className={`${style.lost} stack gap-2`}>
      <h3 id="noted">{t('What won’t be imported')}</h3>
      <p className="quiet">
        {[skipped > 0 && skippedWords(skipped), changed > 0 && changedWords(changed)]
          .filter((words) => words !== false)
          .join(', ')}
      </p>
      <ul className={`${style.noted} stack gap-3`} tabIndex={0} aria-labelledby="noted">
        {items.map(({ item, skipped: why, dropped }, at) => (
          <li key={at}>
            <p>
              <strong>{item}</strong> {why === null ? '' : t('is skipped.')}
            </p>
            <ul className={`${style.names} bullets`}>
              {(why === null ? dropped : [why]).map((each) => (
                <li key={each}>{translateSentence(each)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="quiet">{t('and {more} more.', { more: more.toLocaleString(reader().tag) })}</p>
      )}
    </section>
  )
}
