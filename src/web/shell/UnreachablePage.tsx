import { useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { isUnanswered } from '../api.ts'
import { keptOnDevice } from '../outbox.ts'
import { sentenceFor } from '../snack.tsx'
import { FrontPage } from './FrontPage.tsx'
import style from './UnreachablePage.module.css'

const retryMs = 5_000

/** Whether a page failed because nobody answered; a script that can't be fetched is that too when the network is gone. */
export const isUnreachable = (error: unknown) => !navigator.onLine || isUnanswered(error)

/**
 * No network, or no answer from the server. It asks again by itself, and says what waits on this device, so that nobody fears for their
 * answers (product §8).
 */
export function UnreachablePage({ error }: { error: unknown }) {
  const router = useRouter()
  const [kept, setKept] = useState(0)
  useEffect(() => {
    void keptOnDevice().then(setKept)
    const again = () => void router.invalidate()
    const timer = setInterval(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [router])
  return (
    <FrontPage title={navigator.onLine ? 'No answer from the server' : 'No connection'} animals={['penguin', 'whale', 'duck']}>
      <p role="status" className={style.state}>
        <WifiOff aria-hidden />
        {sentenceFor(error)}
      </p>
      <p>This page opens by itself as soon as it can.</p>
      {kept > 0 && (
        <p className={style.kept}>
          {kept === 1 ? '1 answer is kept on this device and goes' : `${kept} answers are kept on this device and go`} out when the
          connection is back.
        </p>
      )}
      <Button kind="primary" wide onClick={() => void router.invalidate()}>
        Try again now
      </Button>
    </FrontPage>
  )
}
