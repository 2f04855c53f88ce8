import { getRouteApi } from '@tanstack/react-router'
import { Camera, ScanLine } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useTitle } from '#web/title.ts'
import { FoundPageForm } from './FoundPageForm.tsx'
import { StoredPage } from './StoredPage.tsx'
import { UnsavedPhotos } from './UnsavedPhotos.tsx'
import { type Photo, usePhotos } from './use-photos.ts'
import style from './Scanning.module.css'

const route = getRouteApi('/staff/centers/$centerId/worksheet-pages/{-$pageId}')

/** Reasons why a photograph can't be used, and what to do about each. */
const unread: Record<Exclude<Photo['found'], object | null>, { title: string; message: string }> = {
  no_code: {
    title: 'No worksheet found',
    message: 'Lay the page flat, get the whole page with its code in the photo, and use more light.',
  },
  other_code: {
    title: 'This isn’t one of our worksheets',
    message: 'Its code isn’t from a worksheet. Take a photo of a page that was printed as a worksheet.',
  },
  no_corners: {
    title: 'Part of the page is missing',
    message: 'Lay the page flat and get all four black corner squares in the photo.',
  },
  not_picture: { title: 'This file isn’t a picture', message: 'Choose a JPEG, PNG or WebP photo.' },
}

/**
 * Page `/centers/{centerId}/worksheet-pages`: photographs of filled-in worksheets, read in the browser. Until
 * photographs are added, shows the stored page given in the URL, if any.
 */
export function ScanPage() {
  const { centerId, pageId } = route.useParams()
  useTitle(t('Scan worksheets'))
  const { photos, add, setSaved, decide } = usePhotos()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Page width="narrow">
      <PageHead
        title={t('Scan worksheets')}
        actions={
          <Button kind="primary" reads icon={<Camera aria-hidden />} onClick={() => picker.current?.click()}>
            {t('Add photos')}
          </Button>
        }
      />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('Photos of worksheet pages')}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      {pageId && photos.length === 0 && <StoredPage centerId={centerId} pageId={pageId} />}
      {!pageId && photos.length === 0 && (
        <EmptyState icon={<ScanLine />} title={t('No pages yet')}>
          {t(
            'Take a photo of each page of the filled-in worksheets, or choose photos you already have. Pages can be in any order.',
          )}
        </EmptyState>
      )}
      <UnsavedPhotos photos={photos} />
      <ul className={`${style.photos} grid gap-4`}>
        {photos.map(({ id, name, found, decided }) => (
          <li key={id}>
            {found === null ? (
              <Skeleton label={t('Reading {name}', { name })} lines={3} height="3rem" />
            ) : typeof found === 'string' ? (
              <ErrorState title={t(unread[found].title)} message={`${name}: ${t(unread[found].message)}`} />
            ) : (
              <FoundPageForm
                centerId={centerId}
                found={found}
                decided={decided}
                onDecide={(reading) => decide(id, reading)}
                onSaved={() => setSaved(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Page>
  )
}
