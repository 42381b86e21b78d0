import { useFieldLabels } from '../records/field-labels.ts'

/** The fields of a program in words, as its history and refusals name them. */
export const useClientLabels = (): ((field: string) => string) =>
  useFieldLabels({
    name: 'localApi.name',
    scope: 'localApi.scopes',
    tokenSeconds: 'localApi.tokenLife',
    redirectUris: 'localApi.redirectUris',
    allowedOrigins: 'localApi.allowedOrigins',
  })
