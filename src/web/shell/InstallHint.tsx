import { Share, SquarePlus, TabletSmartphone, X } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { dismissInstall, installApp, useInstallWay } from '../app-install.ts'
import style from './InstallHint.module.css'

/**
 * Steps to install the app on phones and tablets, whose browsers then keep unsent answers. Shown only on home
 * pages and thus never during a test.
 */
export function InstallHint() {
  const way = useInstallWay()
  if (!way) return null
  return (
    <aside className={`${style.hint} card row gap-4 pad-4`} aria-labelledby="install">
      <TabletSmartphone aria-hidden className={style.sign} />
      <div>
        <h2 id="install">Add Blended Learning to your home screen</h2>
        <p>It will open like an app, and answers that can’t be sent yet stay safe on this device.</p>
        {way === 'safari' ? (
          <ol className="bullets">
            <li>
              Tap <Share aria-hidden /> <strong>Share</strong> in Safari.
            </li>
            <li>
              Choose <SquarePlus aria-hidden /> <strong>Add to Home Screen</strong>.
            </li>
            <li>Open Blended Learning from the home screen and log in.</li>
          </ol>
        ) : (
          <Button kind="primary" onClick={() => void installApp()}>
            Install
          </Button>
        )}
        <Button kind="quiet" icon={<X aria-hidden />} onClick={dismissInstall}>
          Don’t show this again
        </Button>
      </div>
    </aside>
  )
}
