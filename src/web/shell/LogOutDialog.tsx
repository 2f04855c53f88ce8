import { listed, pluralOf } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { entryWords } from '../entry-words.ts'
import { logOut } from '../session.tsx'
import type { useLogOut } from './use-log-out.ts'

/**
 * Dialog that asks for confirmation before logging out with unsent entries, which stay on this device. It is
 * open while `unsent` isn't empty.
 */
export function LogOutDialog({ unsent, onClose }: ReturnType<typeof useLogOut>['dialogProps']) {
  const { total, words } = entryWords(unsent)
  const leave = () => {
    onClose()
    void logOut()
  }
  return (
    <Dialog
      open={total > 0}
      title={t('Log out with unsent {kinds}?', {
        kinds: listed(new Set(unsent.map(({ kind }) => pluralOf(kind) ?? kind))),
      })}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={leave}>
            {t('Log out')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('Stay')}
          </Button>
        </>
      }
    >
      <p>
        {total === 1
          ? t('{words} has not been sent yet.', { words: words.replace(/^1 /, 'One ') })
          : t('{words} have not been sent yet.', { words })}{' '}
        {t('Anything unsent stays on this device and will be sent when you log in here again.')}
      </p>
    </Dialog>
  )
}
