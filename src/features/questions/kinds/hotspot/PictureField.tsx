import { ImageDown } from 'lucide-react'
import { visuals } from '#features/material/visuals/api.ts'
import { visualTypes } from '#features/material/visuals/picture-limits.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fileAddress } from '#web/api.ts'
import { usePictureUpload } from '../../editing/use-picture-upload.ts'
import type { FormProps } from '../KindScreens.tsx'
import type { Picture } from './PictureSheet.tsx'

type PictureFieldProps = Pick<FormProps, 'draft'> & {
  picture: Picture
  /** Called when the picture or its text changes. `isTaken` is true if it was taken from the question. */
  onChange: (picture: Picture, isTaken: boolean) => void
}

/** Picture to answer on: uploaded, or taken from the question. Screen readers read its text aloud. */
export function PictureField({ draft: { visual }, picture, onChange }: PictureFieldProps) {
  const { problem, setProblem, isBusy, take } = usePictureUpload(({ image, width, height }) =>
    onChange({ image, width, height, alt: picture.alt }, false),
  )
  /** Uses the question's picture, with the size found in its file. */
  const takeQuestionPicture = async ({ image, alt }: NonNullable<typeof visual>) => {
    const loaded = new Image()
    loaded.src = fileAddress(visuals.image, { image })
    const isLoaded = await loaded.decode().then(
      () => true,
      () => false,
    )
    setProblem(isLoaded ? null : t('The picture didn’t load.'))
    const { naturalWidth: width, naturalHeight: height } = loaded
    if (isLoaded) onChange({ image, width, height, alt }, true)
  }
  return (
    <Field label={t('Picture to answer on')} error={problem}>
      {({ id }) => (
        <div className="stack top gap-2 wide" id={id}>
          {visual && (
            <Button icon={<ImageDown aria-hidden />} onClick={() => void takeQuestionPicture(visual)}>
              {t('Use the question’s picture')}
            </Button>
          )}
          <FileDrop
            label={t('Picture to answer on')}
            hint={picture.image === '' ? t('Drop a picture') : t('Drop another picture')}
            chosen={null}
            accept={visualTypes}
            busy={isBusy}
            onFile={take}
          />
          {picture.image !== '' && (
            <TextField
              label={t('What the picture shows')}
              hint={t('Read aloud to students who can’t see it.')}
              required={false}
              maxLength={500}
              value={picture.alt}
              onChange={(alt) => onChange({ ...picture, alt }, false)}
            />
          )}
        </div>
      )}
    </Field>
  )
}
