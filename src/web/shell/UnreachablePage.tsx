import { useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { isUnanswered } from '../api.ts'
import { isMissing, openAnew } from '../chunk-error.ts'
import { entryWords } from '../entry-words.ts'
import { allEntries, type Entry } from '../outbox-disk.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { FrontPage } from './FrontPage.tsx'
import style from './UnreachablePage.module.css'

const retryMs = 5_000

/** True if a page failed because the server didn't answer or a chunk of the page is missing. */
export const isUnreachable = (error: unknown) => !navigator.onLine || isUnanswered(error) || isMissing(error)

/**
 * Page shown without a network, without an answer from the server, or after an update. Retries automatically
 * and shows the number of entries waiting on this device, so that nobody worries about them (product §8).
 */
export function UnreachablePage({ error }: { error: unknown }) {
  const router = useRouter()
  const [kept, setKept] = useState<readonly Entry[]>([])
  const again = useCallback(
    () => void (isMissing(error) ? openAnew(error) : router.invalidate()),
    [error, router],
  )
  useEffect(() => {
    void openAnew(error)
    void allEntries().then(setKept, () => {})
    const timer = setInterval(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [again, error])
  const isNew = navigator.onLine && isMissing(error)
  const { total, words } = entryWords(kept)
  const title = isNew
    ? t('A new version is available')
    : navigator.onLine
      ? t('No answer from the server')
      : t('No connection')
  return (
    <FrontPage title={title} animals={[]}>
      <p role="status" className={`${style.state} row gap-3`}>
        <WifiOff aria-hidden />
        {isNew ? t('Everything you saved is safe.') : sentenceFor(error)}
      </p>
      <p>{t('This page opens automatically as soon as possible.')}</p>
      {total > 0 && (
        <p className={`${style.kept} pad-3 bold success-text rounded`}>
          {total === 1
            ? t('{words} is saved on this device and will be sent once you’re back online.', { words })
            : t('{words} are saved on this device and will be sent once you’re back online.', { words })}
        </p>
      )}
      <Button kind="primary" wide onClick={again}>
        {t('Try again now')}
      </Button>
    </FrontPage>
  )
}
