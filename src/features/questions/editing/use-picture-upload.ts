import { useState } from 'react'
import { visuals } from '#features/material/visuals/api.ts'
import { type Visual, visualLimits } from '#features/material/visuals/picture-limits.ts'
import { t } from '#shared/language.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useSend } from '#web/api.ts'
import { base64Of } from '#web/base64-of.ts'

/**
 * Uploads a picture passed to `take`. `problem` explains the latest failure in one sentence, or is null.
 * `setProblem` sets or clears it when a picture is chosen without an upload.
 */
export function usePictureUpload(onStored: (visual: Visual) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const send = useSend(visuals.add, {
    onSuccess: onStored,
    onError: (failure) => setProblem(sentenceFor(failure)),
  })
  const upload = async (file: File) => {
    setProblem(null)
    if (file.size > visualLimits.bytes) return setProblem(t('Pictures can be up to 5 MiB.'))
    const data = await base64Of(file).catch(() => null)
    if (data === null) return setProblem(t('This file can’t be read.'))
    send.mutate({ name: file.name, data })
  }
  return { problem, setProblem, isBusy: send.isPending, take: (file: File) => void upload(file) }
}
