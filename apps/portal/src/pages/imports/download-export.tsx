import type { ExportJob } from '@catch-data/sdk';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { problemOf } from '../../api/problem.js';
import { Button } from '../../ui/button.js';
import type { ButtonProps } from '../../ui/button.js';
import { showToast } from '../../ui/toast.js';
import { bytesOf } from './bytes.js';

/** How long a browser may take to begin with a file that was handed to it. */
const KEPT_MS = 60_000;

/** Hands a file to the browser as one that was downloaded. */
const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
};

type DownloadExportProps = { readonly job: ExportJob } & Pick<ButtonProps, 'variant' | 'size'>;

/**
 * Downloads the file of an export. A plain link would not do: browsers send the cookie with it, but not the token
 * without which the cookie counts for nothing.
 */
export const DownloadExport = ({ job, ...looks }: DownloadExportProps) => {
  const [percent, setPercent] = useState<number | null>(null);
  const download = useMutation({
    mutationFn: async () => {
      const onProgress = ({ bytes, total }: { readonly bytes: number; readonly total: number | undefined }): void =>
        setPercent(total ? Math.floor((100 * bytes) / total) : null);
      return (await cds.exports.download(job, { onProgress })).blob();
    },
    onSuccess: (file) => save(file, `catches-${job.created_at.slice(0, 10)}.${job.format}`),
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
    onSettled: () => setPercent(null),
  });
  return (
    <Button {...looks} icon={Download} isBusy={download.isPending} onClick={() => download.mutate()}>
      {percent === null ? `Download ${bytesOf(job.size_bytes)}` : `Downloading: ${percent} %`}
    </Button>
  );
};
