// Offers a text to the user as a file to download, and says so.
import { t } from '../../languages/t';

export function saveFile(name: string, text: string, type: string): string {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return t('shell.wasDownloaded', { name });
}
