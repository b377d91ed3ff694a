#ifndef APP_NAMES_H_
#define APP_NAMES_H_
#ifdef __cplusplus
extern "C"
#endif
const char *first_name(void);
#endif  // APP_NAMES_H_
