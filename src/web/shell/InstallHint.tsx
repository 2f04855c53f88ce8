import { Share, SquarePlus, TabletSmartphone, X } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { dismissInstall, installApp, useInstallWay } from '../app-install.ts'
import style from './InstallHint.module.css'

/**
 * Suggests installing the app on phones and tablets, whose browsers then keep unsent answers. Shown only on
 * home pages and therefore never during a test.
 */
export function InstallHint() {
  const way = useInstallWay()
  if (!way) return null
  return (
    <aside className={`${style.hint} card row gap-4 pad-4`} aria-labelledby="install">
      <TabletSmartphone aria-hidden className={style.sign} />
      <div>
        <h2 id="install">{t('Add Blended Learning to your home screen')}</h2>
        <p>{t('It will open like an app, and answers that can’t be sent yet stay safe on this device.')}</p>
        {way === 'safari' ? (
          <ol className="bullets">
            <li>
              <Sentence
                text="Tap {button} in Safari."
                button={
                  <>
                    <Share aria-hidden /> <strong>{t('Share')}</strong>
                  </>
                }
              />
            </li>
            <li>
              <Sentence
                text="Choose {button}."
                button={
                  <>
                    <SquarePlus aria-hidden /> <strong>{t('Add to Home Screen')}</strong>
                  </>
                }
              />
            </li>
            <li>{t('Open Blended Learning from the home screen and log in.')}</li>
          </ol>
        ) : (
          <Button kind="primary" onClick={() => void installApp()}>
            {t('Install')}
          </Button>
        )}
        <Button kind="quiet" icon={<X aria-hidden />} onClick={dismissInstall}>
          {t('Don’t show this again')}
        </Button>
      </div>
    </aside>
  )
}
