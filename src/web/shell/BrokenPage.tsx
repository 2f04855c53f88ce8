import { Button } from '#ui/Button.tsx'
import { sentences } from '#shared/problem.ts'
import { FrontPage } from './FrontPage.tsx'

/** A mistake of ours while a page was shown. What is stored is stored; opening the page anew is what helps most often. */
export function BrokenPage() {
  return (
    <FrontPage title="This page can’t be shown" lead={sentences.failed} animals={['octopus', 'chicken', 'hamster']}>
      <p role="status">Something went wrong in this page. What you saved before is safe.</p>
      <Button kind="primary" wide onClick={() => location.reload()}>
        Open it again
      </Button>
      <Button wide onClick={() => location.assign('/')}>
        Go to my start page
      </Button>
    </FrontPage>
  )
}
