import { usePhoneInWords } from './use-phone.ts'

/** A phone number that can be tapped to call it. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="nowrap">
    {usePhoneInWords(phone)}
  </a>
)
