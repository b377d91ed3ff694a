import sys, os
from typing import List
import json


def greet(names: List[str]) -> str:
	greeting = f"hello 👋"
	if not names: return greeting
	return greeting+", "+", ".join( names )


print(json.dumps({"é":1}), sys.argv)
