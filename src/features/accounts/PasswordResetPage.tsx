import { Link } from '@tanstack/react-router'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { NewPassword } from './NewPassword.tsx'

/** `/password-reset#token=…` (spec §2). */
export function PasswordResetPage() {
  return (
    <FrontPage title="Choose a new password" animals={['hedgehog', 'owl', 'turtle']}>
      <NewPassword
        save="Save password"
        done="Your password is changed. Log in with the new one."
        dead={
          <p>
            <Link to="/forget-password">Ask for a new link</Link>, or ask your center when you have no e-mail address.
          </p>
        }
      />
    </FrontPage>
  )
}
