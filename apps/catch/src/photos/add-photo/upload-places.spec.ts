import { MAX_FILE_BYTES } from '@cds/photos';
import { UploadPlaces } from './upload-places.js';

const places = () => new UploadPlaces({ maxMegapixels: 50, workers: 1, uploads: 2 });

describe('the uploads in hand', () => {
  it('are three of an account, and hold nobody else back', () => {
    const all = places();
    const [first] = [all.begin('acc_1'), all.begin('acc_1'), all.begin('acc_1')];
    expect(() => all.begin('acc_1')).toThrow(expect.objectContaining({ code: 'limit.uploads' }));
    all.begin('acc_2').end();
    first?.end();
    all.begin('acc_1');
  });

  it('take no more memory than the setting allows, however many there are', () => {
    const all = places();
    const slow = Array.from({ length: 100 }, (_, index) => all.begin(`acc_${index}`));
    for (const place of slow) place.receive(1_000);
    const whole = all.begin('acc_whole');
    whole.receive(MAX_FILE_BYTES);
    expect(() => all.begin('acc_more').receive(MAX_FILE_BYTES)).toThrow(
      expect.objectContaining({ code: 'service.unavailable' }),
    );
    whole.end();
    all.begin('acc_again').receive(MAX_FILE_BYTES);
  });
});
