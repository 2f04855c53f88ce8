import { useEffect, useState } from 'react'
import { t } from '#shared/language.ts'
import type { entryWords } from '../entry-words.ts'
import { draftsOf } from '../outbox-disk.ts'
import style from './UnreachablePage.module.css'

/**
 * Says what is safely stored on this device while the server can't be reached: how many unsent entries of
 * each kind, and typed text if there is any.
 */
export function SavedOnDevice({ total, words }: ReturnType<typeof entryWords>) {
  const [hasDrafts, setHasDrafts] = useState<boolean | null>(null)
  useEffect(() => {
    void draftsOf('').then((drafts) => setHasDrafts(drafts.length > 0))
  }, [])
  if (hasDrafts === null) return null
  return (
    <div className={`${style.saved} stack gap-2 pad-3 bold success-text rounded`}>
      {total > 0 && (
        <p>
          {total === 1
            ? t('{words} is saved on this device and will be sent once you’re back online.', { words })
            : t('{words} are saved on this device and will be sent once you’re back online.', { words })}
        </p>
      )}
      {hasDrafts && <p>{t('What you typed is saved on this device.')}</p>}
      {total === 0 && !hasDrafts && <p>{t('Everything you saved is safe.')}</p>}
    </div>
  )
}
